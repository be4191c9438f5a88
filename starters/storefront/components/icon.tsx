/** The lines of the icons, on a grid of 24. */
const PATHS = {
  menu: "M3 6h18M3 12h18M3 18h18",
  phone:
    "M21 16.5v3a1.5 1.5 0 0 1-1.7 1.5A17.5 17.5 0 0 1 3 4.7 1.5 1.5 0 0 1 4.5 3h3a1.5 1.5 0 0 1 1.5 1.3c.1.9.3 1.8.6 2.6a1.5 1.5 0 0 1-.3 1.6L8.1 9.7a14 14 0 0 0 6.2 6.2l1.2-1.2a1.5 1.5 0 0 1 1.6-.3c.8.3 1.7.5 2.6.6A1.5 1.5 0 0 1 21 16.5Z",
  search: "M10.5 17.5a7 7 0 1 0 0-14 7 7 0 0 0 0 14ZM15.5 15.5 21 21",
  bag: "M5 8h14l1 13H4L5 8ZM8.5 10V6.5a3.5 3.5 0 0 1 7 0V10",
  person: "M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8ZM4 21c0-4 3.5-6.5 8-6.5s8 2.5 8 6.5",
  pin: "M12 21.5s7-6.3 7-11.5a7 7 0 1 0-14 0c0 5.2 7 11.5 7 11.5ZM12 12.5a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5Z",
  close: "M5 5l14 14M19 5 5 19",
  chevron: "M9 5l7 7-7 7",
  down: "M5 9l7 7 7-7",
  tick: "M4 12.5l5.5 5.5L20 6.5",
  alert: "M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18ZM12 7.5v6M12 16.5v.1",
  filter:
    "M3 7h10M19 7h2M16 9.5a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5ZM3 17h2M11 17h10M8 19.5a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5Z",
  bin: "M4 6.5h16M9.5 6.5V4h5v2.5M6 6.5 7 21h10l1-14.5M10 10.5v6.5M14 10.5v6.5",
  copy: "M8.5 8.5h11v11h-11zM15.5 8.5v-4h-11v11h4",
} as const;

/** Those that point along the line of reading: they turn round in Arabic. */
const DIRECTED = ["chevron"];

/** An icon of the header and of controls. It says nothing by itself: a word stands beside it, or in the control's label. */
export const Icon = ({ name, size = 22 }: { name: keyof typeof PATHS; size?: number }) => (
  <svg
    className={`shrink-0 ${DIRECTED.includes(name) ? "rtl:-scale-x-100" : ""}`}
    width={size}
    height={size}
    viewBox="0 0 24 24"
    fill="none"
    stroke="currentColor"
    strokeWidth="1.5"
    strokeLinecap="round"
    strokeLinejoin="round"
    aria-hidden="true"
  >
    <path d={PATHS[name]} />
  </svg>
);
