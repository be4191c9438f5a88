/** The member of `settings` that has the address of the storefront's page for a new password. */
export const PASSWORD_RESET_URL = "password_reset_url";

/** Whether it is an address of the web with a place for the token of a link. */
export const isPasswordResetUrl = (url: unknown): url is string =>
  typeof url === "string" && /^https?:\/\//i.test(url) && URL.canParse(url) && url.includes("{token}");
