import { Menu, UnstyledButton } from "@mantine/core";
import { useNavigate } from "@tanstack/react-router";
import { useStore } from "../../api/api.ts";
import type { Store } from "../../api/person.ts";
import { useTexts } from "../../messages/TextsContext.tsx";
import { Icon } from "../../parts/Icon.tsx";
import { Typed } from "../../parts/Island.tsx";
import classes from "./StoreSwitcher.module.css";

/** The store whose screens are shown; who works in several chooses here. */
export function StoreSwitcher({ stores }: { stores: Store[] }) {
  const { frame } = useTexts();
  const store = useStore();
  const navigate = useNavigate();
  if (stores.length < 2) {
    return (
      <div className={classes.store}>
        <StoreName store={store} />
      </div>
    );
  }
  return (
    <Menu position="bottom-start" width={260}>
      <Menu.Target>
        <UnstyledButton className={classes.store} title={frame.switchStore}>
          <StoreName store={store} />
          <Icon name="down" size={16} />
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{frame.switchStore}</Menu.Label>
        {stores.map((one) => (
          <Menu.Item
            key={one.slug}
            rightSection={one.slug === store.slug && <Icon name="check" size={16} />}
            onClick={() => navigate({ to: "/stores/$store", params: { store: one.slug } })}
          >
            <Typed>{one.name}</Typed>
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

function StoreName({ store: { name } }: { store: Store }) {
  return (
    <>
      <span className={classes.mark} aria-hidden="true">
        {[...name][0]}
      </span>
      <span className={classes.name} dir="auto">
        {name}
      </span>
    </>
  );
}
