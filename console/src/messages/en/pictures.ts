import { countIn } from "../plural.ts";
import { sizeIn } from "../size.ts";

const count = countIn("en");

/** Pictures in forms, and the screen of all files. */
export const pictures = {
  choose: "Choose pictures",
  chooseOne: "Choose a picture",
  camera: "Take a picture",
  dropOrPaste: "or drop or paste here",
  byAddress: "A picture that is elsewhere",
  address: "Address of the picture",
  add: "Add",
  other: "Remove this picture",
  order: "The main one first. Drag, or use the arrow keys, to change the order.",
  main: "Main",
  alt: "What it shows, in words",
  altOf: (place: number) => `What picture ${place} shows, in words`,
  place: (place: number, all: number, alt: string) => `Picture ${place} of ${all}${alt ? `: ${alt}` : ""}`,
  toMove: "Drag it, or press the up or down arrow key",
  earlier: (place: number) => `Move picture ${place} up`,
  later: (place: number) => `Move picture ${place} down`,
  remove: (place: number) => `Remove picture ${place}`,
  movedTo: (place: number, all: number) => `Now picture ${place} of ${all}.`,
  removed: (place: number) => `Picture ${place} removed.`,
  arrived: (name: string) => `${name} has arrived.`,
  onItsWay: (name: string) => `Upload of ${name}`,
  working: "The server reads it…",
  uploading: "Uploading…",
  stop: (name: string) => `Remove ${name}`,
  /** By the code of a refusal, where it says more of a picture than in general. */
  refusals: {
    body_too_large: "This file is too large. Save it smaller, or take it with fewer pixels.",
    network_error: "The network broke off. Nothing of it was kept: try again.",
    request_timeout: "This took too long. Try again where the network is better.",
    unsupported_media_type: "This is no picture that can be shown: JPEG, PNG, WebP, AVIF or GIF.",
  } as Record<string, string>,
  about: "The pictures that were uploaded, what shows them, and how much room they take.",
  count: (files: number) => count(files, { one: "# picture", other: "# pictures" }),
  bytes: sizeIn(["KB", "MB", "GB"]),
  room: (used: string, max: string) => `${used} of ${max} taken`,
  none: "No picture yet",
  noneHint: "Those of products, pages and the store appear here as soon as they are uploaded.",
  open: (name: string) => `Open ${name}`,
  unused: "Nothing shows it. It is deleted by itself after 30 days.",
  undoable: "A change that can be undone",
  delete: (name: string) => `Delete ${name}`,
  deleteIt: "Delete the picture",
  deleteFinal: "This cannot be undone. The same picture can be uploaded again.",
  deleted: (name: string) => `${name} is deleted.`,
};
