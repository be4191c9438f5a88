import { Kbd, Popover, UnstyledButton } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { useApi, useStore } from "../../api/api.ts";
import type { Me } from "../../api/person.ts";
import { useTexts } from "../../messages/TextsContext.tsx";
import { Icon } from "../../parts/Icon.tsx";
import { Typed } from "../../parts/Island.tsx";
import { openSearch } from "../../parts/openSearch.ts";
import { AccountLinks, Preferences } from "./Preferences.tsx";
import classes from "./Rail.module.css";
import { StoreSwitcher } from "./StoreSwitcher.tsx";
import { SCREENS } from "./screens.ts";
import { WaitingCalls } from "./WaitingCalls.tsx";

/** The navigation of desktops, at the side. */
export function Rail({ me }: { me: Me }) {
  const { frame } = useTexts();
  const { store } = useApi();
  const { role } = useStore();
  return (
    <nav className={classes.rail} aria-label={frame.navigation}>
      <StoreSwitcher stores={me.stores} />
      <UnstyledButton className={classes.search} onClick={openSearch}>
        <Icon name="search" size={18} />
        <span>{frame.search}</span>
        <Kbd>Ctrl K</Kbd>
      </UnstyledButton>
      <ul>
        {SCREENS.map(({ text, icon, to, name = "", isExact = name !== "" }) => (
          <li key={text}>
            <Link
              to={to}
              params={{ store, name }}
              className={classes.link}
              activeProps={{ "data-active": true }}
              activeOptions={{ includeSearch: false, exact: isExact }}
            >
              <Icon name={icon} />
              {frame[text]}
              {text === "calls" && <WaitingCalls className={classes.count} />}
            </Link>
          </li>
        ))}
      </ul>
      <Popover position="top-start" width={300} shadow="md" trapFocus>
        <Popover.Target>
          <UnstyledButton className={classes.person}>
            <Icon name="person" />
            <span>
              <Typed>{me.person.name}</Typed>
              <small>{frame.roles[role]}</small>
            </span>
          </UnstyledButton>
        </Popover.Target>
        <Popover.Dropdown>
          <Preferences />
          <AccountLinks />
        </Popover.Dropdown>
      </Popover>
    </nav>
  );
}
