import sanitize from "sanitize-html";

const TAGS = [...sanitize.defaults.allowedTags, "img", "h1"];

/** HTML that the merchant wrote, without what could run. */
export const Html = ({ html }: { html: string }) => (
  <div
    dir="auto"
    className="prose"
    // biome-ignore lint/security/noDangerouslySetInnerHtml: it is sanitized
    dangerouslySetInnerHTML={{
      __html: sanitize(html, { allowedTags: TAGS, transformTags: { h1: "h2" } }),
    }}
  />
);
