import type { PropsWithChildren } from "react";

/** A number, a phone, an amount, a code: written from left to right in every language. */
export const Island = ({ children }: PropsWithChildren) => <bdi dir="ltr">{children}</bdi>;

/** The same inside a sentence: as characters. */
export const inIsland = (text: string): string => `\u2066${text}\u2069`;

/** What a person typed: its first letter decides its direction. */
export const Typed = ({ children }: PropsWithChildren) => <bdi dir="auto">{children}</bdi>;

/** The same inside a sentence: as characters. */
export const typedIn = (text: string): string => `\u2068${text}\u2069`;

/** A text of the server, which is English in every language. */
export const English = ({ children }: PropsWithChildren) => (
  <span lang="en" dir="ltr">
    {children}
  </span>
);
