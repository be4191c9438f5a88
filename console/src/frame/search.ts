import { createSpotlight } from "@mantine/spotlight";

/** The search over everything, which Ctrl-K opens. */
export const [searchStore, { open: openSearch }] = createSpotlight();
