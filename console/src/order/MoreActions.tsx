import { ActionIcon, Menu } from "@mantine/core";
import { useNavigate } from "@tanstack/react-router";
import { useApi } from "../api/api.ts";
import { useTexts } from "../messages/TextsContext.tsx";
import { Icon, type IconName } from "../parts/Icon.tsx";
import { nextStepOf, type Order, type SheetName } from "./order.ts";

const ICONS: Record<SheetName, IconName> = {
  lines: "pencil",
  address: "pencil",
  ship: "truck",
  track: "truck",
  deliver: "done",
  return: "undo",
  cancel: "cannot-undo",
  merge: "bag",
  note: "note",
};

interface MoreActionsProps {
  order: Order;
  sheets: readonly SheetName[];
  onOpen: (sheet: SheetName) => void;
}

/** What else can be done with an order. */
export function MoreActions({ order, sheets, onOpen }: MoreActionsProps) {
  const { order: texts } = useTexts();
  const { store } = useApi();
  const navigate = useNavigate();
  const others = sheets.filter((sheet) => sheet !== nextStepOf(order));
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon aria-label={texts.more}>
          <Icon name="dots" />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {others.map((sheet) => (
          <Menu.Item key={sheet} leftSection={<Icon name={ICONS[sheet]} size={18} />} onClick={() => onOpen(sheet)}>
            {texts.sheets[sheet]}
          </Menu.Item>
        ))}
        <Menu.Item
          leftSection={<Icon name="bolt" size={18} />}
          onClick={() => navigate({ to: "/stores/$store/operations", params: { store }, search: { q: texts.word } })}
        >
          {texts.allOperations}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
