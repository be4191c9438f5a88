"use client";

import { useRouter } from "next/navigation";
import { useEffect, useRef } from "react";
import { Icon } from "@/components/icon";

interface Props {
  action: string;
  label: string;
  words: string;
}

const TYPING_PAUSE = 250;

/** The field of the search. While one types, the latest words go into the address, and the page follows. */
export function SearchBox({ action, label, words }: Props) {
  const router = useRouter();
  const field = useRef<HTMLInputElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  // Back changes the words of the address; what is being typed is never replaced.
  useEffect(() => {
    if (field.current && document.activeElement !== field.current) field.current.value = words;
  }, [words]);

  function follow(typed: string) {
    clearTimeout(timer.current);
    timer.current = setTimeout(
      () => router.replace(`${action}?${new URLSearchParams({ q: typed })}`, { scroll: false }),
      TYPING_PAUSE,
    );
  }

  return (
    <search>
      <form action={action} className="mt-2 flex items-center gap-2 border-ink border-b-2">
        <label className="sr-only" htmlFor="words">
          {label}
        </label>
        <input
          ref={field}
          id="words"
          type="search"
          name="q"
          dir="auto"
          defaultValue={words}
          maxLength={200}
          autoComplete="off"
          enterKeyHint="search"
          // biome-ignore lint/a11y/noAutofocus: the page is the search, opened by its button
          autoFocus={words === ""}
          onChange={(event) => follow(event.target.value)}
          className="display min-h-16 min-w-0 grow bg-transparent text-[26px] outline-offset-0 rtl:text-right"
        />
        <button type="submit" className="target" aria-label={label}>
          <Icon name="search" />
        </button>
      </form>
    </search>
  );
}
