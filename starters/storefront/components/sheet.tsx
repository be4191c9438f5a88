"use client";

import { useRouter } from "next/navigation";
import { type MouseEvent, type ReactNode, useEffect, useRef } from "react";
import { Icon } from "./icon";

interface Props {
  title: ReactNode;
  close: string;
  /** Where it lies on a laptop: at the end of the line, or in the middle. On a phone it fills the screen, or rises from below. */
  side: "end" | "bottom";
  /** What stays in view below. */
  foot?: ReactNode;
  children: ReactNode;
}

const SHAPES = {
  end: "ms-auto me-0 my-0 h-dvh max-h-none w-full max-w-[480px]",
  bottom:
    "mx-auto mt-auto mb-0 h-[74dvh] max-h-none w-full max-w-none rounded-t-[20px] lg:my-auto lg:h-[70dvh] lg:max-w-[520px] lg:rounded-control",
};

/** A page that lies over another one. Going back closes it, and so do Escape, the cross and a tap beside it. */
export function Sheet({ title, close, side, foot, children }: Props) {
  const router = useRouter();
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const shown = dialog.current;
    shown?.showModal();
    return () => shown?.close();
  }, []);
  const tapped = (event: MouseEvent) => {
    if (event.target === dialog.current) router.back();
  };
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape closes it.
    <dialog
      ref={dialog}
      aria-labelledby="sheet-title"
      onCancel={(event) => {
        event.preventDefault();
        router.back();
      }}
      onClick={tapped}
      className={`flex-col bg-raised p-0 open:flex ${SHAPES[side]}`}
    >
      <div className="flex min-h-16 shrink-0 items-center justify-between border-line border-b px-(--gutter) lg:px-7">
        <p id="sheet-title" className="font-semibold text-lg">
          {title}
        </p>
        <button type="button" className="target -me-2.5" aria-label={close} onClick={() => router.back()}>
          <Icon name="close" />
        </button>
      </div>
      <div className="min-h-0 grow overflow-y-auto px-(--gutter) pt-4 lg:px-7">{children}</div>
      {foot && <div className="shrink-0 border-line border-t px-(--gutter) py-4 lg:px-7">{foot}</div>}
    </dialog>
  );
}
