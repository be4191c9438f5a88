import { UnstyledButton } from "@mantine/core";
import { useSuspenseQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useApi, useStore } from "../../api/api.ts";
import { meQuery } from "../../api/person.ts";
import { useTexts } from "../../messages/TextsContext.tsx";
import { Icon } from "../../parts/Icon.tsx";
import { Typed } from "../../parts/Island.tsx";
import { openSearch } from "../../parts/openSearch.ts";
import { PageHead } from "../../parts/PageHead.tsx";
import classes from "./More.module.css";
import { AccountLinks, Preferences } from "./Preferences.tsx";
import { StoreSwitcher } from "./StoreSwitcher.tsx";
import { SCREENS } from "./screens.ts";

/** On phones: the screens that have no room in the bar, the store, and what is chosen for the device. */
export function More() {
  const { frame } = useTexts();
  const { store } = useApi();
  const { role } = useStore();
  const { data: me } = useSuspenseQuery(meQuery);
  return (
    <>
      <PageHead title={<Typed>{me.person.name}</Typed>} about={frame.roles[role]} />
      <div className={classes.more}>
        <StoreSwitcher stores={me.stores} />
        <UnstyledButton className={classes.link} onClick={openSearch}>
          <Icon name="search" />
          {frame.search}
        </UnstyledButton>
        {SCREENS.filter(({ isFirst }) => !isFirst).map(({ text, icon, to, name = "" }) => (
          <Link key={text} to={to} params={{ store, name }} className={classes.link}>
            <Icon name={icon} />
            {frame[text]}
          </Link>
        ))}
        <Preferences />
        <AccountLinks />
      </div>
    </>
  );
}
