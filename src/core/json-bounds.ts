/** Far deeper than anything that the APIs take, and far from where recursion ends. */
const MAX_DEPTH = 32;
/** Values of every kind. */
const MAX_VALUES = 100_000;
/** Fields of all objects together; a product of 250 variants has some 4,500. Each name costs far more than a value in a list. */
const MAX_FIELDS = 10_000;
const MAX_NAME_LENGTH = 1000;

const [QUOTE, COMMA, COLON, BACKSLASH] = [0x22, 0x2c, 0x3a, 0x5c];
const [ARRAY, ARRAY_END, OBJECT, OBJECT_END] = [0x5b, 0x5d, 0x7b, 0x7d];

/**
 * What a JSON text holds too much of, as a message that goes on after "The body"; undefined when it is within bounds.
 * A text of 4 MiB can take seconds to parse and to walk, so its parts are counted first, in one pass without recursion,
 * which ends at the first bound that is exceeded. Whether the text is JSON at all is for the parser to say.
 */
export function exceededBound(json: string): string | undefined {
  let [depth, values, fields] = [0, 1, 0];
  let textLength = 0; // of the last string, escapes as they are written
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

/** Where the string ends that begins at `start`: the place of its closing quote, or the end of the text. */
function endOfString(json: string, start: number): number {
  let i = start;
  for (; i < json.length; i++) {
    const character = json.charCodeAt(i);
    if (character === QUOTE) return i;
    if (character === BACKSLASH) i++;
  }
  return i;
}
