import "@mantine/spotlight/styles.css";
import { useDebouncedValue } from "@mantine/hooks";
import { createSpotlight, Spotlight } from "@mantine/spotlight";
import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useEffect, useState } from "react";
import { useApi } from "../api/api.ts";
import { operationsQuery } from "../api/operations.ts";
import { useTexts } from "../messages/TextsContext.tsx";
import { Icon } from "../parts/Icon.tsx";
import { Typed } from "../parts/Island.tsx";
import { type Found, findScreens, foundQuery } from "./find.ts";
import classes from "./Search.module.css";

const [store, { open, close }] = createSpotlight();

/** Selects the first action, as the package does when the words change: what is found later would need an arrow key before Enter. */
function selectFirst(): void {
  const list = document.getElementById(store.getState().listId);
  list?.querySelector("[data-selected]")?.removeAttribute("data-selected");
  list?.querySelector("[data-action]")?.setAttribute("data-selected", "true");
  store.updateState((state) => ({ ...state, selected: 0 }));
}

/** Milliseconds after the last key before the store is searched. */
const SETTLED = 200;

/** The search over orders, products, customers and screens. */
export default function Search({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const texts = useTexts();
  const { frame } = texts;
  const api = useApi();
  const navigate = useNavigate();
  const [words, setWords] = useState("");
  const [settled] = useDebouncedValue(words.trim(), SETTLED);
  const { data: operations = [] } = useQuery(operationsQuery(api));
  const { data: things = [], isFetching } = useQuery(foundQuery(api, settled, operations));
  useEffect(() => (isOpen ? open() : close()), [isOpen]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: whenever something else was found
  useEffect(selectFirst, [things]);

  const screens = findScreens(words, operations, texts);
  const groups = [...(settled === "" ? [] : things), { kind: "screens" as const, found: screens }];
  const isEmpty = groups.every(({ found }) => found.length === 0);
  const go = ({ to, name = "", number = "", search = {} }: Found) =>
    navigate({ to, params: { store: api.store, name, number }, search });

  return (
    <Spotlight.Root
      store={store}
      query={words}
      onQueryChange={setWords}
      onSpotlightClose={onClose}
      shortcut={null}
      clearQueryOnClose
      scrollable
      maxHeight="min(560px, 70dvh)"
      classNames={{ content: classes.content ?? "" }}
      title={frame.search}
      yOffset="12dvh"
      overlayProps={{ blur: 0, backgroundOpacity: 1, color: "var(--scrim)" }}
    >
      <Spotlight.Search
        placeholder={frame.searchEverything}
        aria-label={frame.searchEverything}
        leftSection={<Icon name="search" />}
      />
      <Spotlight.ActionsList>
        {groups
          .filter(({ found }) => found.length > 0)
          .map(({ kind, found }) => (
            <Spotlight.ActionsGroup key={kind} label={frame[kind]}>
              {found.map((one) => (
                <Spotlight.Action key={one.key} onClick={() => go(one)}>
                  <Icon name={one.icon} />
                  <span className={classes.words}>
                    <Typed>{one.title}</Typed>
                    {one.about && (
                      <small>
                        <Typed>{one.about}</Typed>
                      </small>
                    )}
                  </span>
                </Spotlight.Action>
              ))}
            </Spotlight.ActionsGroup>
          ))}
        {isEmpty && <Spotlight.Empty>{isFetching ? frame.loading : frame.nothingFound(words)}</Spotlight.Empty>}
        {words === "" && <p className={classes.hint}>{frame.typeToSearch}</p>}
      </Spotlight.ActionsList>
    </Spotlight.Root>
  );
}
