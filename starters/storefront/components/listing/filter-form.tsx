"use client";

import { usePathname, useRouter, useSearchParams } from "next/navigation";
import { type FormEvent, useEffect, useRef } from "react";
import { Icon } from "../icon";

interface Props {
  texts: { title: string; close: string; apply: string };
  /** The button of the sheet: how many products there are. */
  showText: string;
  clear: React.ReactNode;
  sort: string | undefined;
  children: React.ReactNode;
}

const TYPING_PAUSE = 600;

/**
 * The filters of a list: beside the grid, on a phone in a sheet. Each change goes into the address. Without JavaScript the
 * browser opens the sheet, and sends the form.
 */
export function FilterForm({ texts, showText, clear, sort, children }: Props) {
  const form = useRef<HTMLFormElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const router = useRouter();
  const path = usePathname();
  const query = useSearchParams().toString();

  // Back, and the filters taken away above the grid, change the address and not the fields.
  useEffect(() => {
    const given = new URLSearchParams(query);
    for (const field of form.current?.elements ?? []) {
      if (!(field instanceof HTMLInputElement) || field.type === "hidden") continue;
      if (field.type === "text") field.value = given.get(field.name) ?? "";
      else field.checked = given.get(field.name) === field.value;
    }
  }, [query]);

  function send() {
    if (!form.current) return;
    const fields = [...new FormData(form.current)].filter(([, value]) => value !== "") as [string, string][];
    router.push(`${path}?${new URLSearchParams(fields)}`, { scroll: false });
  }

  function change(event: FormEvent) {
    clearTimeout(timer.current);
    const isText = event.target instanceof HTMLInputElement && event.target.type === "text";
    timer.current = setTimeout(send, isText ? TYPING_PAUSE : 0);
  }

  return (
    <form
      ref={form}
      id="filters"
      popover="auto"
      aria-label={texts.title}
      className="filters"
      onChange={change}
      onSubmit={(event) => {
        event.preventDefault();
        if (form.current?.matches(":popover-open")) form.current.hidePopover();
        send();
      }}
    >
      <div className="sticky top-0 z-10 flex min-h-15 items-center justify-between border-line border-b bg-raised px-4 lg:hidden">
        <h2 className="font-semibold font-text text-lg">{texts.title}</h2>
        <button
          type="button"
          className="target"
          popoverTarget="filters"
          popoverTargetAction="hide"
          aria-label={texts.close}
        >
          <Icon name="close" />
        </button>
      </div>
      <div className="px-4 lg:px-0">
        {sort && <input type="hidden" name="sort" value={sort} />}
        {children}
        <noscript>
          <button type="submit" className="button button-quiet mt-4 w-full max-lg:hidden">
            {texts.apply}
          </button>
        </noscript>
      </div>
      <div className="sticky bottom-0 z-10 grid grid-cols-[auto_1fr] gap-3 border-line border-t bg-raised p-4 lg:hidden">
        {clear}
        <button type="submit" className="button">
          {showText}
        </button>
      </div>
    </form>
  );
}
