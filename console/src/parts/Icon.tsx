/** The icons, drawn on 20 by 20 with a line of 1.5. They stand beside a word, or have one as `aria-label`. */
const PATHS = {
  bolt: "M11 2.5 4.5 11.5H10l-1 6 6.5-9H10z",
  chart: "M3 17h14M4.5 17v-5.5h3V17M8.5 17V4h3v13M12.5 17V8h3v9",
  history: "M3.2 10a6.8 6.8 0 1 0 2-4.8L3.2 7.2M3.2 3.2v4h4M10 6.4V10l2.6 1.8",
  search: "M8.8 14.6a5.8 5.8 0 1 0 0-11.6 5.8 5.8 0 0 0 0 11.6zM13 13l4 4",
  menu: "M3 5.5h14M3 10h14M3 14.5h14",
  back: "m12.5 4.5-5.5 5.5 5.5 5.5",
  down: "m5.5 8 4.5 4.5L14.5 8",
  up: "m5.5 12.5 4.5-4.5 4.5 4.5",
  calendar: "M3.5 5h13v11.5h-13zM3.5 8.5h13M7 3v3M13 3v3",
  download: "M10 3v9.5M6 9l4 4 4-4M3.5 13.5v3h13v-3",
  open: "m7.5 4.5 5.5 5.5-5.5 5.5",
  close: "m5 5 10 10M15 5 5 15",
  phone:
    "M5.5 3h2.3l1.2 3.5-1.7 1.3a9 9 0 0 0 4.9 4.9l1.3-1.7 3.5 1.2v2.3a1.7 1.7 0 0 1-1.8 1.7A12.6 12.6 0 0 1 3.8 4.8 1.7 1.7 0 0 1 5.5 3z",
  "no-answer":
    "M5.5 3h2.3l1.2 3.5-1.7 1.3a9 9 0 0 0 4.9 4.9l1.3-1.7 3.5 1.2v2.3a1.7 1.7 0 0 1-1.8 1.7A12.6 12.6 0 0 1 3.8 4.8 1.7 1.7 0 0 1 5.5 3zM17 3 3 17",
  "wrong-number":
    "M5.5 3h2.3l1.2 3.5-1.7 1.3a9 9 0 0 0 4.9 4.9l1.3-1.7 3.5 1.2v2.3a1.7 1.7 0 0 1-1.8 1.7A12.6 12.6 0 0 1 3.8 4.8 1.7 1.7 0 0 1 5.5 3zM12.5 3l4 4M16.5 3l-4 4",
  whatsapp: "M3 17l1.1-3.6A7 7 0 1 1 6.8 16L3 17zM7.5 7.2c-.3 1 .3 2.3 1.4 3.5s2.6 1.9 3.7 1.6",
  clock: "M10 17.5a7.5 7.5 0 1 0 0-15 7.5 7.5 0 0 0 0 15zM10 5.5V10l3 2",
  "person-off": "M8.5 10a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7zM2.5 17.5a6 6 0 0 1 9-5.2M13.5 13.5l4 4M17.5 13.5l-4 4",
  note: "M3 4.5h14v9.5H9l-4 3v-3H3z",
  cash: "M2.5 5.5h15v9h-15zM10 12.2a2.2 2.2 0 1 0 0-4.4 2.2 2.2 0 0 0 0 4.4zM5 8v.01M15 12v.01",
  home: "M3 9.5 10 3.5l7 6M5 8v8.5h3.5v-5h3v5H15V8",
  truck:
    "M1.5 5h10v9h-10zM11.5 8h3.5l3 3v3h-6.5M5 16.5a1.75 1.75 0 1 0 0-3.5 1.75 1.75 0 0 0 0 3.5zM14.5 16.5a1.75 1.75 0 1 0 0-3.5 1.75 1.75 0 0 0 0 3.5z",
  dots: "M4.5 9.6a.4.4 0 1 0 0 .8.4.4 0 0 0 0-.8zM10 9.6a.4.4 0 1 0 0 .8.4.4 0 0 0 0-.8zM15.5 9.6a.4.4 0 1 0 0 .8.4.4 0 0 0 0-.8z",
  plus: "M10 4v12M4 10h12",
  check: "m4 10.5 4 4 8-9",
  undo: "M7.5 4 4 7.5 7.5 11M4 7.5h8a4 4 0 0 1 0 8H9",
  globe: "M10 17.5a7.5 7.5 0 1 0 0-15 7.5 7.5 0 0 0 0 15zM2.5 10h15M10 2.5c4.6 4.2 4.6 10.8 0 15-4.6-4.2-4.6-10.8 0-15",
  bag: "M4.5 7h11l1 10h-13zM7 9V6a3 3 0 0 1 6 0v3",
  tag: "M3 3h6.5l7.5 7.5-6.5 6.5L3 9.5zM6.5 6.5h.01",
  users:
    "M7.5 9.5a3 3 0 1 0 0-6 3 3 0 0 0 0 6zM2 17v-1a4 4 0 0 1 4-4h3a4 4 0 0 1 4 4v1M13 4a3 3 0 0 1 0 5.5M15 12.3a4 4 0 0 1 3 3.7v1",
  warning: "M10 3 1.8 17h16.4zM10 8v4.5M10 14.6v.2",
  "no-network":
    "M2.5 7.5a11 11 0 0 1 4-2.4M10 4.5c2.9 0 5.5 1.1 7.5 3M5 11a7 7 0 0 1 3.5-2M13 9.6a7 7 0 0 1 2 1.4M8 14a3 3 0 0 1 4 0M10 16.5h.01M3 3l14 14",
  "cannot-undo": "M10 17.5a7.5 7.5 0 1 0 0-15 7.5 7.5 0 0 0 0 15zM4.7 4.7l10.6 10.6",
  done: "M10 17.5a7.5 7.5 0 1 0 0-15 7.5 7.5 0 0 0 0 15zM6.8 10.2l2.3 2.3 4.3-4.8",
  pencil: "M3.5 16.5l.8-3.3L13.6 4l2.5 2.5-9.3 9.2zM11.8 5.8l2.5 2.5",
  printer: "M6 7V3h8v4M6 14H3.5V7.5h13V14H14M6 11.5h8V17H6z",
  minus: "M4 10h12",
  copy: "M7 7h9.5v9.5H7zM13 7V3.5H3.5V13H7",
  picture: "M3 4h14v12H3zM3 13.5l4-4 3.5 3.5 2.5-2.5 4 4M12.7 7.5h.01",
  camera: "M2.5 6h3.7L7.5 4h5l1.3 2h3.7v10h-15zM10 13.7a2.9 2.9 0 1 0 0-5.8 2.9 2.9 0 0 0 0 5.8z",
  trash: "M3.5 5.5h13M8 5.5V3.5h4v2M5 5.5l.8 11.5h8.4L15 5.5M8.5 8.5v5.5M11.5 8.5v5.5",
  person: "M10 10a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7zM3.5 17.5a6.5 6.5 0 0 1 13 0",
} as const;

export type IconName = keyof typeof PATHS;

/** Icons that follow the direction of reading. */
const MIRRORED: readonly IconName[] = ["back", "open", "undo", "history"];

export function Icon({ name, size = 20 }: { name: IconName; size?: number }) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 20 20"
      fill="none"
      stroke="currentColor"
      strokeWidth={1.5}
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      data-mirrored={MIRRORED.includes(name) || undefined}
    >
      <path d={PATHS[name]} />
    </svg>
  );
}
