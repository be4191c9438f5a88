/** The address of a picture that may be shown: of this server or of another; nothing else is asked for. */
export const pictureAddress = (value: unknown): string | undefined =>
  typeof value === "string" && /^(https?:\/\/|\/[^/])/.test(value) ? value : undefined;

/** A picture of goods. Other servers are not told where it is shown. */
export const Picture = ({ src, alt = "", size = 36 }: { src: string; alt?: string; size?: number }) => (
  <img
    src={src}
    alt={alt}
    width={size}
    height={size}
    loading="lazy"
    referrerPolicy="no-referrer"
    style={{ borderRadius: "var(--r-2)", background: "var(--sunken)", objectFit: "cover" }}
  />
);
