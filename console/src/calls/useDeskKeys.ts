import { useEffect, useRef } from "react";
import { OUTCOMES, type OutcomeName } from "./outcomes.ts";

/** The key of a desk's action, whatever the layout of the keyboard: digits also where they need Shift, letters also on an Arabic one. */
function keyOf({ key, code }: KeyboardEvent): string {
  const [, digit] = /^(?:Digit|Numpad)(\d)$/.exec(code) ?? [];
  if (digit) return digit;
  return /^[a-z]$/i.test(key) ? key.toLowerCase() : code.replace("Key", "").toLowerCase();
}

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && target.closest("input, textarea, select, [contenteditable], [role=dialog]") !== null;

interface DeskKeys {
  choose: (name: OutcomeName) => void;
  skip: () => void;
  isOn: boolean;
}

/** What came of the call by the keys 1 to 5, calling by A, passing over by S. */
export function useDeskKeys(keys: DeskKeys): void {
  const current = useRef(keys);
  useEffect(() => {
    current.current = keys;
  });
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const { choose, skip, isOn } = current.current;
      if (!isOn || event.repeat || event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
      const key = keyOf(event);
      const outcome = OUTCOMES[Number(key) - 1];
      if (outcome) choose(outcome);
      else if (key === "s") skip();
      else if (key === "a") document.querySelector<HTMLAnchorElement>("[data-call]")?.click();
      else return;
      event.preventDefault();
    };
    window.addEventListener("keydown", onKey);
    return () => window.removeEventListener("keydown", onKey);
  }, []);
}
