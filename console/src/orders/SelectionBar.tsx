import { ActionIcon, Button, Menu } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { useApi, useStore } from "../api/api.ts";
import { useTexts } from "../messages/TextsContext.tsx";
import { useTask } from "../parts/Dock.tsx";
import { Icon, type IconName } from "../parts/Icon.tsx";
import { Island } from "../parts/Island.tsx";
import { moneyText } from "../parts/numbers.ts";
import { type Move, nextMove } from "./MoveOrders.tsx";
import classes from "./Orders.module.css";
import type { ListedOrder } from "./useOrders.ts";

const MOVES: readonly Move[] = ["confirmed", "processing", "shipped", "delivered", "cancelled"];
const ICONS: Partial<Record<Move, IconName>> = { confirmed: "check", shipped: "truck", delivered: "done" };

interface SelectionBarProps {
  orders: readonly ListedOrder[];
  onMove: (to: Move) => void;
  onEnd: () => void;
}

/** What can be done with the orders that are selected: how many, their sum, the next move, the others. */
export function SelectionBar({ orders, onMove, onEnd }: SelectionBarProps) {
  const { orders: words } = useTexts();
  const { store } = useApi();
  const { currency } = useStore();
  const next = nextMove(orders);
  useTask();
  const icon = next && ICONS[next];
  return (
    <div className={classes.bar} role="toolbar" aria-label={words.selected(orders.length)} data-dock="">
      <span className={classes.barCount}>
        {words.selected(orders.length)}{" "}
        <small>
          <Island>
            {moneyText(
              orders.reduce((sum, { total }) => sum + total, 0),
              currency,
            )}
          </Island>
        </small>
      </span>
      {next && (
        <Button leftSection={icon && <Icon name={icon} size={18} />} onClick={() => onMove(next)}>
          <span className="mantine-visible-from-sm">{words.move[next]}…</span>
          <span className="mantine-hidden-from-sm">{words.moveMany[next]?.(orders.length)}</span>
        </Button>
      )}
      <Menu position="top-end">
        <Menu.Target>
          <Button variant="default" className={classes.barOthers} aria-label={words.others}>
            <Icon name="dots" />
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {MOVES.filter((move) => move !== next).map((move) => (
            <Menu.Item key={move} onClick={() => onMove(move)}>
              {words.moveMany[move]?.(orders.length)}
            </Menu.Item>
          ))}
          <Menu.Divider />
          <Menu.Item
            component={Link}
            to="/stores/$store/orders/$number/print"
            params={{ store, number: orders.map(({ order_number }) => order_number).join(",") } as never}
            search={{ as: "slip" } as never}
            disabled={orders.length === 0}
          >
            {words.print}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <ActionIcon
        className={`${classes.barClose} mantine-visible-from-sm`}
        aria-label={words.endSelection}
        onClick={onEnd}
      >
        <Icon name="close" />
      </ActionIcon>
    </div>
  );
}
