/** Much deeper than any input of the APIs, and far below the depth at which recursion fails. */
const MAX_DEPTH = 32;
/** Values of all kinds. */
const MAX_VALUES = 100_000;
/** Fields of all objects together. A product with 250 variants has about 4,500. A field costs far more than a list item. */
const MAX_FIELDS = 10_000;
const MAX_NAME_LENGTH = 1000;

const [QUOTE, COMMA, COLON, BACKSLASH] = [0x22, 0x2c, 0x3a, 0x5c];
const [ARRAY, ARRAY_END, OBJECT, OBJECT_END] = [0x5b, 0x5d, 0x7b, 0x7d];

/**
 * Checks a JSON text against the limits before it is parsed. Returns a message that continues after "The body", or
 * undefined when no limit is exceeded. A text of 4 MiB can take seconds to parse and walk, so this counts its parts in one
 * pass without recursion and stops at the first exceeded limit. It does not check whether the text is valid JSON.
 */
export function exceededLimit(json: string): string | undefined {
  let [depth, values, fields] = [0, 1, 0];
  let textLength = 0; // length of the last string, escapes not decoded
  for (let i = 0; i < json.length; i++) {
    const character = json.charCodeAt(i);
    if (character === QUOTE) {
      const end = endOfString(json, i + 1);
      textLength = end - i - 1;
      i = end;
    } else if (character === COMMA) values++;
    else if (character === COLON) {
      fields++;
      if (textLength > MAX_NAME_LENGTH) return `must not have a name longer than ${MAX_NAME_LENGTH} characters`;
    } else if (character === ARRAY || character === OBJECT) {
      values++;
      depth++;
      if (depth > MAX_DEPTH) return `must not be nested more than ${MAX_DEPTH} levels deep`;
    } else if (character === ARRAY_END || character === OBJECT_END) depth--;
    if (fields > MAX_FIELDS) return `must not have more than ${MAX_FIELDS} fields`;
    if (values > MAX_VALUES) return `must not hold more than ${MAX_VALUES} values`;
  }
  return undefined;
}

/** The index of the closing quote of the string that begins at `start`, or the end of the text. */
function endOfString(json: string, start: number): number {
  let i = start;
  for (; i < json.length; i++) {
    const character = json.charCodeAt(i);
    if (character === QUOTE) return i;
    if (character === BACKSLASH) i++;
  }
  return i;
}
