import { ActionIcon } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { useApi, useStore } from "../api/api.ts";
import { useLanguage, useTexts } from "../messages/TextsContext.tsx";
import { Icon } from "../parts/Icon.tsx";
import { Island, Typed } from "../parts/Island.tsx";
import { dateText } from "../parts/numbers.ts";
import { Picture } from "../parts/pictures/Picture.tsx";
import classes from "./Files.module.css";
import { type StoreFile, screenOf, type Use } from "./uses.ts";

interface FileRowProps {
  file: StoreFile;
  /** Without it the role may not delete. */
  onDelete: (() => void) | undefined;
}

/** A picture, what is known of it, and what shows it. Only what nothing shows can be deleted. */
export function FileRow({ file, onDelete }: FileRowProps) {
  const { language, texts } = useLanguage();
  const { pictures } = texts;
  const { time_zone } = useStore();
  const { name, url, width, height, bytes, created_at, uses } = file;
  return (
    <li>
      <a href={url} target="_blank" rel="noreferrer" aria-label={pictures.open(name)}>
        <Picture src={url} size={72} />
      </a>
      <div className={classes.about}>
        <strong>
          <Typed>{name}</Typed>
        </strong>
        <small>
          <Island>
            {width} × {height}
          </Island>
          {" · "}
          <bdi>{pictures.bytes(bytes)}</bdi>
        </small>
        <small>{dateText(created_at, language, time_zone)}</small>
      </div>
      <div className={classes.uses}>{uses.length === 0 ? <p>{pictures.unused}</p> : <Uses uses={uses} />}</div>
      {onDelete && uses.length === 0 && (
        <ActionIcon aria-label={pictures.delete(name)} onClick={onDelete}>
          <Icon name="trash" />
        </ActionIcon>
      )}
    </li>
  );
}

function Uses({ uses }: { uses: readonly Use[] }) {
  const { fields, pictures } = useTexts();
  const others = uses.filter(({ thing }) => thing !== "change");
  return (
    <ul>
      {others.map((use) => (
        <li key={`${use.thing} ${use.id}`}>
          {fields.things[use.thing] ?? use.thing} <UseLink use={use} />
        </li>
      ))}
      {uses.length > others.length && <li>{pictures.undoable}</li>}
    </ul>
  );
}

function UseLink({ use }: { use: Use }) {
  const { store } = useApi();
  const screen = screenOf(use);
  const label = <Typed>{use.label}</Typed>;
  if (use.thing === "order") {
    return (
      <Link to="/stores/$store/orders/$number" params={{ store, number: use.label }}>
        <Island>{use.label}</Island>
      </Link>
    );
  }
  if (!screen) return label;
  return (
    <Link to="/stores/$store/operations/$name" params={{ store, name: screen.name }} search={screen.search}>
      {label}
    </Link>
  );
}
