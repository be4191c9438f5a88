import { useMediaQuery } from "@mantine/hooks";

/** Whether the window is as narrow as a phone's; the styles' own bound is the same. */
export const useIsPhone = (): boolean =>
  useMediaQuery("(max-width: 61.99em)", false, { getInitialValueInEffect: false });
