import type { Kind, UploadedKind } from "./kinds.ts";

/** What the process that reads pictures is asked for. Both paths are on this machine. */
export type PictureTask =
  | { do: "clean"; source: string; target: string; kind: UploadedKind }
  | { do: "resize"; source: string; from: Kind; target: string; kind: Kind; width: number };

/** A picture as it is kept: turned upright, without metadata. */
export interface CleanPicture {
  kind: Kind;
  width: number;
  height: number;
  bytes: number;
  /** A blurred picture of some pixels, as a `data:` address. */
  placeholder: string;
}

/** What came of a task: of `resize` nothing but the file. */
export type PictureOutcome =
  | { picture: CleanPicture | null }
  | { refused: string }
  | { noSpace: true }
  | { missing: true };
