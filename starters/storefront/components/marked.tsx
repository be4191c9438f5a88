import { fold } from "@/lib/fold";

const SHORTEST = 2;
const IN_COMMON = 4;

/** A text with the words underlined that were searched, also where they were mistyped a little. */
export function Marked({ text, words }: { text: string; words?: string }) {
  const searched = (words ?? "")
    .split(/\s+/)
    .map(fold)
    .filter((word) => word.length >= SHORTEST);
  if (searched.length === 0) return text;
  return text.split(/(\s+)/).map((word, index) =>
    searched.some((one) => isAlike(fold(word), one)) ? (
      <mark
        // biome-ignore lint/suspicious/noArrayIndexKey: the words of a text do not move
        key={index}
        className="bg-transparent font-semibold text-inherit underline decoration-2 decoration-accent underline-offset-4"
      >
        {word}
      </mark>
    ) : (
      word
    ),
  );
}

/** Whether a word begins with the other, or both begin alike. */
const isAlike = (word: string, searched: string): boolean =>
  word.startsWith(searched) || (searched.length > IN_COMMON && word.startsWith(searched.slice(0, IN_COMMON)));
