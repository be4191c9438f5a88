import { useState } from "react";
import { Typed } from "../Island.tsx";
import classes from "./Picture.module.css";

/** The address of a picture that may be shown: of this server or of another; nothing else is asked for. */
export const pictureAddress = (value: unknown): string | undefined =>
  typeof value === "string" && /^(https?:\/\/|\/[^/])/.test(value) ? value : undefined;

/** The address of an uploaded picture, without its ending. */
const UPLOADED = /^(.*\/media\/[0-9a-f-]{36}\/[0-9a-f]{64})\.\w+$/;

/** Whether a value is the address of an uploaded picture, which says nothing to people. */
export const isUploaded = (value: string): boolean => UPLOADED.test(value);

/** What the browser chooses from instead of the whole picture; undefined: it has one size. */
function sizesOf(src: string): string | undefined {
  const whole = UPLOADED.exec(src)?.[1];
  return whole && [160, 320].map((width) => `${whole}-${width}.webp ${width}w`).join(", ");
}

/** A picture of goods, not larger than it is shown. Other servers are not told where. */
export function Picture({ src, alt = "", size = 36 }: { src: string; alt?: string; size?: number }) {
  const [whole, setWhole] = useState<string>(); // the one whose widths cannot be made
  const srcSet = src === whole ? undefined : sizesOf(src);
  return (
    <img
      src={src}
      {...(srcSet && { srcSet, sizes: `${size}px`, onError: () => setWhole(src) })}
      alt={alt}
      width={size}
      height={size}
      loading="lazy"
      referrerPolicy="no-referrer"
      style={{ borderRadius: "var(--r-2)", background: "var(--sunken)", objectFit: "cover", verticalAlign: "top" }}
    />
  );
}

interface WithPicture {
  url: string;
  alt?: string | null;
}

const MEMBERS = ["id", "url", "alt", "position"];

/** Whether a value is the pictures of a thing. */
export const isPictures = (value: unknown): value is WithPicture[] =>
  Array.isArray(value) &&
  value.length > 0 &&
  value.every(
    (one) =>
      typeof one === "object" &&
      one !== null &&
      pictureAddress(one.url) !== undefined &&
      Object.keys(one).every((name) => MEMBERS.includes(name)),
  );

/** Whether a field of this name is the address of a picture. */
export const isPictureName = (name: string): boolean => /(^|_)(image|picture|logo)(_url)?$/.test(name);

/** The pictures of a thing in their order, with what each shows in words. */
export const PictureStrip = ({ pictures }: { pictures: readonly WithPicture[] }) => (
  <span className={classes.strip}>
    {pictures.map(({ url, alt }) => (
      <span key={url}>
        <Picture src={url} size={48} />
        {alt && (
          <small>
            <Typed>{alt}</Typed>
          </small>
        )}
      </span>
    ))}
  </span>
);
