/** Long texts and free objects that merchants and imports write, and exported sheets: agents see them with their lines. */
export const multilineFields: ReadonlySet<string> = new Set([
  ...["description", "body", "content", "contact_info", "social_links", "theme_settings", "settings", "csv"],
]);
