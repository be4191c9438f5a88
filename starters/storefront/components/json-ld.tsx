/** Facts of a page for search engines. */
export const JsonLd = ({ facts }: { facts: Record<string, unknown> }) => (
  <script
    type="application/ld+json"
    // biome-ignore lint/security/noDangerouslySetInnerHtml: JSON, without a "<" that could end the script
    dangerouslySetInnerHTML={{
      __html: JSON.stringify({ "@context": "https://schema.org", ...facts }).replaceAll("<", "\\u003c"),
    }}
  />
);
