import { Link } from "@tanstack/react-router";
import { useApi } from "../../api/api.ts";
import { useTexts } from "../../messages/TextsContext.tsx";
import { Icon } from "../../parts/Icon.tsx";
import { SCREENS } from "./screens.ts";
import classes from "./TabBar.module.css";
import { WaitingCalls } from "./WaitingCalls.tsx";

/** The navigation of phones, at the thumb. A task puts its actions in its place. */
export function TabBar() {
  const { frame } = useTexts();
  const { store } = useApi();
  return (
    <nav className={classes.bar} aria-label={frame.navigation}>
      {SCREENS.filter(({ isFirst }) => isFirst).map(({ text, icon, to, name = "", isExact = name !== "" }) => (
        <Link
          key={text}
          to={to}
          params={{ store, name }}
          activeProps={{ "data-active": true }}
          activeOptions={{ includeSearch: false, exact: isExact }}
        >
          <Icon name={icon} size={22} />
          {frame[text]}
          {text === "calls" && <WaitingCalls className={classes.count} />}
        </Link>
      ))}
      <Link to="/stores/$store/more" params={{ store }} activeProps={{ "data-active": true }}>
        <Icon name="menu" size={22} />
        {frame.more}
      </Link>
    </nav>
  );
}
