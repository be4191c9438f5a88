import { type PointerEvent, useState } from "react";

interface Drag {
  from: number;
  to: number;
  /** How far the pointer has gone down the page, which may scroll meanwhile. */
  by: number;
  startedAt: number;
  /** The middles of the rows on the page, and how far apart two are. */
  middles: number[];
  step: number;
}

/** Pixels from the edges of the window within which the page moves along. */
const EDGE = 96;
const SCROLL = 12;

/** Moves rows by a pointer: a mouse, a pen or a finger. They change places only when it is let go, so that none is lost on the way. */
export function useRowDrag(onMove: (from: number, to: number) => void) {
  const [drag, setDrag] = useState<Drag>();

  const start = (from: number) => (event: PointerEvent) => {
    const rows = [...(event.currentTarget.closest("ol")?.children ?? [])].map((row) => row.getBoundingClientRect());
    if (event.button !== 0 || rows.length < 2) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    const middles = rows.map(({ top, height }) => top + height / 2 + window.scrollY);
    const step = ((middles.at(-1) ?? 0) - (middles[0] ?? 0)) / (rows.length - 1);
    setDrag({ from, to: from, by: 0, startedAt: event.pageY, middles, step });
  };
  const move = (event: PointerEvent) => {
    if (!drag) return;
    if (event.clientY > window.innerHeight - EDGE) window.scrollBy(0, SCROLL);
    if (event.clientY < EDGE) window.scrollBy(0, -SCROLL);
    const by = event.pageY - drag.startedAt;
    const middle = (drag.middles[drag.from] ?? 0) + by;
    const distances = drag.middles.map((one) => Math.abs(one - middle));
    setDrag({ ...drag, by, to: distances.indexOf(Math.min(...distances)) });
  };
  const end = () => {
    if (drag && drag.to !== drag.from) onMove(drag.from, drag.to);
    setDrag(undefined);
  };

  /** How far a row stands from its place while one is moved. */
  const offsetOf = (index: number): number => {
    if (!drag) return 0;
    if (index === drag.from) return drag.by;
    const isBetween = (index - drag.from) * (index - drag.to) <= 0;
    return isBetween ? (drag.to < drag.from ? drag.step : -drag.step) : 0;
  };

  return {
    /** Of what the pointer takes hold of. */
    holdOf: (index: number) => ({
      onPointerDown: start(index),
      onPointerMove: move,
      onPointerUp: end,
      onPointerCancel: () => setDrag(undefined),
    }),
    /** Of the row. */
    rowOf: (index: number) => ({
      "data-moved": drag?.from === index || undefined,
      style: drag && { transform: `translateY(${offsetOf(index)}px)` },
    }),
  };
}
