import {
  type CSSVariablesResolver,
  createTheme,
  defaultVariantColorsResolver,
  type VariantColorsResolver,
} from "@mantine/core";

/** Shades around the accent. The components take the accent itself, from `tokens.css`, which also changes with the colours. */
const COBALT = [
  "#edf0fd",
  "#dbe1fb",
  "#b8c4f6",
  "#92a4f0",
  "#6e85ea",
  "#4a64de",
  "#3450d2",
  "#2743c6",
  "#1e35a3",
  "#172a82",
] as const;

const variantColorResolver: VariantColorsResolver = (input) => {
  const given = defaultVariantColorsResolver(input);
  if (input.color === "bad" && input.variant === "filled")
    return { ...given, background: "var(--bad)", hover: "var(--bad)", color: "var(--surface)", border: "none" };
  switch (input.variant) {
    case "filled":
      return {
        ...given,
        background: "var(--accent)",
        hover: "var(--accent-strong)",
        color: "var(--on-accent)",
        border: "1px solid transparent",
      };
    case "light":
      return { ...given, background: "var(--accent-tint)", hover: "var(--accent-tint)", color: "var(--accent)" };
    case "transparent":
      return { ...given, color: "var(--accent)" };
    case "subtle":
      return { ...given, background: "transparent", hover: "var(--sunken)", color: "var(--ink)" };
    default:
      return given;
  }
};

const control = {
  "--input-height": "var(--control-h)",
  "--input-fz": "var(--fs-3)",
  "--input-bd": "var(--control)",
  "--input-bg": "var(--surface)",
};

export const theme = createTheme({
  primaryColor: "cobalt",
  primaryShade: { light: 7, dark: 3 },
  colors: { cobalt: COBALT },
  variantColorResolver,
  fontFamily: "var(--font)",
  fontSizes: { xs: "var(--fs-1)", sm: "var(--fs-2)", md: "var(--fs-3)", lg: "var(--fs-4)", xl: "var(--fs-5)" },
  lineHeights: { xs: "var(--lh-1)", sm: "var(--lh-2)", md: "var(--lh-3)", lg: "var(--lh-4)", xl: "var(--lh-5)" },
  spacing: { xs: "var(--s-2)", sm: "var(--s-3)", md: "var(--s-4)", lg: "var(--s-6)", xl: "var(--s-8)" },
  radius: { xs: "var(--r-1)", sm: "var(--r-2)", md: "var(--r-2)", lg: "var(--r-3)", xl: "var(--r-full)" },
  defaultRadius: "sm",
  shadows: { md: "var(--shadow-float)" },
  headings: { fontWeight: "600" },
  breakpoints: { sm: "62em" }, // a tablet held upright has no room for two columns beside the navigation
  cursorType: "pointer",
  respectReducedMotion: true,
  // By name: to extend a component would load it with the first screen.
  components: {
    Button: {
      vars: () => ({
        root: {
          "--button-height": "var(--control-h)",
          "--button-padding-x": "var(--s-3)",
          "--button-fz": "var(--fs-3)",
        },
      }),
      styles: { label: { fontWeight: 500 } },
    },
    ActionIcon: {
      defaultProps: { variant: "subtle" },
      vars: () => ({ root: { "--ai-size": "max(var(--control-h), 34px)" } }),
    },
    Input: { vars: () => ({ wrapper: control }) },
    InputWrapper: {
      defaultProps: { inputWrapperOrder: ["label", "input", "error", "description"] },
    },
    NumberInput: {
      defaultProps: { hideControls: true, thousandSeparator: " ", decimalSeparator: "," },
    },
    Select: { defaultProps: { checkIconPosition: "right", maxDropdownHeight: 320 } },
    Menu: { defaultProps: { shadow: "md", transitionProps: { duration: 120 } } },
    Checkbox: { defaultProps: { radius: "xs" } },
    Modal: { defaultProps: { radius: "lg" } },
    Skeleton: { defaultProps: { animate: false } },
    Switch: { defaultProps: { withThumbIndicator: false } },
  },
});

const ROLES = {
  "--mantine-color-body": "var(--surface)",
  "--mantine-color-text": "var(--ink)",
  "--mantine-color-dimmed": "var(--ink-2)",
  "--mantine-color-placeholder": "var(--ink-3)",
  "--mantine-color-default": "var(--surface)",
  "--mantine-color-default-hover": "var(--hover)",
  "--mantine-color-default-color": "var(--ink)",
  "--mantine-color-default-border": "var(--line)",
  "--mantine-color-error": "var(--bad)",
  "--mantine-color-anchor": "var(--accent)",
  "--mantine-primary-color-filled": "var(--accent)",
  "--mantine-primary-color-filled-hover": "var(--accent-strong)",
  "--mantine-primary-color-light": "var(--accent-tint)",
  "--mantine-primary-color-light-color": "var(--accent)",
  "--mantine-primary-color-contrast": "var(--on-accent)",
};

/** Mantine's own colours, from `tokens.css`: the same names there change with light and dark. */
export const cssVariablesResolver: CSSVariablesResolver = () => ({ variables: {}, light: ROLES, dark: ROLES });
