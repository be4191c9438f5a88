import type { Locale } from "@/lib/locales";
import { nameOf } from "@/lib/names";
import { blurredOf, type Pictures, sizesOf } from "@/lib/picture-sizes";

interface Props {
  /** Its address; null where the merchant gave none. */
  url: string | null | undefined;
  /** What is known of it and others. */
  pictures?: Pictures;
  /** What it shows, or of what it is a picture. */
  name: string;
  locale: Locale;
  /** For what is first seen: loaded at once. */
  isFirst?: boolean;
  /** Of decoration, beside the name in words. */
  isSilent?: boolean;
  /** How wide it is shown, as `sizes` of an image; two in a row on a phone and four on a laptop unless it is set. */
  width?: string;
  className?: string;
}

const IN_A_GRID = "(min-width: 900px) 25vw, 50vw";

/** A picture that fills its box, or the name where there is none. */
export function Picture({
  url,
  pictures,
  name,
  locale,
  isFirst = false,
  isSilent = false,
  width = IN_A_GRID,
  className = "",
}: Props) {
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
  const told = pictures?.[url];
  return (
    <img
      src={url}
      srcSet={sizesOf(url, told)}
      sizes={width}
      alt={isSilent ? "" : words}
      width={told?.width ?? 800}
      height={told?.height ?? 1000}
      style={blurredOf(url, told)}
      loading={isFirst ? "eager" : "lazy"}
      fetchPriority={isFirst ? "high" : undefined}
      decoding="async"
      className={`size-full bg-sunk object-cover ${className}`}
    />
  );
}
