import type { Locale } from "@/lib/locales";
import { nameOf } from "@/lib/names";

interface Props {
  /** Its address; null where the merchant gave none. */
  url: string | null | undefined;
  /** What it shows, or of what it is a picture. */
  name: string;
  locale: Locale;
  /** For what is first seen: loaded at once. */
  isFirst?: boolean;
  /** Of decoration, beside the name in words. */
  isSilent?: boolean;
  className?: string;
}

/** A picture that fills its box, or the name where there is none. */
export function Picture({ url, name, locale, isFirst = false, isSilent = false, className = "" }: Props) {
  const words = nameOf(name, locale);
  if (!url)
    return (
      <span
        className={`display flex size-full items-center justify-center bg-sunk p-4 text-center text-soft ${className}`}
      >
        <bdi dir="auto" aria-hidden={isSilent}>
          {words}
        </bdi>
      </span>
    );
  return (
    <img
      src={url}
      alt={isSilent ? "" : words}
      width={800}
      height={1000}
      loading={isFirst ? "eager" : "lazy"}
      fetchPriority={isFirst ? "high" : undefined}
      decoding="async"
      className={`size-full bg-sunk object-cover ${className}`}
    />
  );
}
