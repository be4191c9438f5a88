import { ActionIcon, TextInput } from "@mantine/core";
import { type KeyboardEvent, useEffect, useRef, useState } from "react";
import { useTexts } from "../../../messages/TextsContext.tsx";
import { Icon } from "../../../parts/Icon.tsx";
import { Picture } from "../../../parts/pictures/Picture.tsx";
import classes from "./PictureRows.module.css";
import { useRowDrag } from "./useRowDrag.ts";

/** A picture of a thing, as a call sends it. */
export interface SentPicture {
  id?: string;
  url?: string;
  file?: string;
  alt?: string | null;
}

interface PictureRowsProps {
  pictures: readonly SentPicture[];
  /** The address of one, where it can be shown. */
  addressOf: (picture: SentPicture) => string | undefined;
  /** What is wrong with the one in this place. */
  errorAt: (index: number) => string | undefined;
  onChange: (pictures: SentPicture[]) => void;
}

const MAX_ALT = 500;
const STEPS: Readonly<Record<string, number>> = { ArrowUp: -1, ArrowDown: 1 };

const keyOf = ({ url, id, file }: SentPicture): string => url ?? file ?? id ?? "";

function moved<T>(list: readonly T[], from: number, to: number): T[] {
  const others = list.filter((_, index) => index !== from);
  return [...others.slice(0, to), ...list.slice(from, from + 1), ...others.slice(to)];
}

/** The pictures of a thing in their order, which dragging, the arrow keys and buttons change, each with what it shows in words. */
export function PictureRows({ pictures, addressOf, errorAt, onChange }: PictureRowsProps) {
  const { pictures: texts } = useTexts();
  const [said, say] = useState("");
  const list = useRef<HTMLOListElement>(null);
  const focused = useRef<string>(undefined);

  const move = (from: number, to: number, control?: string) => {
    const one = pictures[from];
    if (!one || to < 0 || to >= pictures.length) return;
    focused.current = control && `[data-key="${CSS.escape(keyOf(one))}"] [data-control="${control}"]`;
    say(texts.movedTo(to + 1, pictures.length));
    onChange(moved(pictures, from, to));
  };
  // A row that changes places loses the focus.
  useEffect(() => {
    if (focused.current) list.current?.querySelector<HTMLElement>(focused.current)?.focus();
    focused.current = undefined;
  });
  const drag = useRowDrag(move);
  const step = (index: number) => (event: KeyboardEvent) => {
    const by = STEPS[event.key];
    if (by === undefined) return;
    event.preventDefault();
    move(index, index + by, "hold");
  };

  return (
    <>
      <ol ref={list} className={classes.rows}>
        {pictures.map((picture, index) => {
          const address = addressOf(picture);
          return (
            <li key={keyOf(picture)} data-key={keyOf(picture)} {...drag.rowOf(index)}>
              <button
                type="button"
                className={classes.hold}
                data-control="hold"
                aria-label={texts.place(index + 1, pictures.length, picture.alt ?? "")}
                title={pictures.length > 1 ? texts.toMove : undefined}
                onKeyDown={step(index)}
                {...drag.holdOf(index)}
              >
                {address ? <Picture src={address} size={88} /> : <Icon name="picture" />}
                {index === 0 && <span>{texts.main}</span>}
              </button>
              <TextInput
                aria-label={texts.altOf(index + 1)}
                placeholder={texts.alt}
                value={picture.alt ?? ""}
                error={errorAt(index)}
                maxLength={MAX_ALT}
                onChange={({ currentTarget: { value } }) =>
                  onChange(pictures.map((one) => (one === picture ? { ...one, alt: value || null } : one)))
                }
              />
              <div className={classes.tools}>
                <ActionIcon
                  data-control="up"
                  aria-label={texts.earlier(index + 1)}
                  aria-disabled={index === 0}
                  onClick={() => move(index, index - 1, "up")}
                >
                  <Icon name="up" size={18} />
                </ActionIcon>
                <ActionIcon
                  data-control="down"
                  aria-label={texts.later(index + 1)}
                  aria-disabled={index === pictures.length - 1}
                  onClick={() => move(index, index + 1, "down")}
                >
                  <Icon name="down" size={18} />
                </ActionIcon>
                <ActionIcon
                  aria-label={texts.remove(index + 1)}
                  onClick={() => {
                    say(texts.removed(index + 1));
                    onChange(pictures.filter((one) => one !== picture));
                  }}
                >
                  <Icon name="close" size={18} />
                </ActionIcon>
              </div>
            </li>
          );
        })}
      </ol>
      <p className={classes.said} role="status">
        {said}
      </p>
    </>
  );
}
