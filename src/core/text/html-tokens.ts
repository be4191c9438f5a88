import { Tokenizer, type TokenizerCallbacks } from "htmlparser2";

const ignore = () => {};
const IGNORING: TokenizerCallbacks = {
  onattribdata: ignore,
  onattribend: ignore,
  onattribentity: ignore,
  onattribname: ignore,
  oncdata: ignore,
  onclosetag: ignore,
  oncomment: ignore,
  ondeclaration: ignore,
  onend: ignore,
  onopentagend: ignore,
  onopentagname: ignore,
  onprocessinginstruction: ignore,
  onselfclosingtag: ignore,
  ontext: ignore,
  ontextentity: ignore,
};

/** Reads HTML as a stream, without building a tree: in a time that is linear in its length. What has no callback is passed over. */
export const htmlTokenizer = (callbacks: Partial<TokenizerCallbacks>, { decodeEntities = false } = {}): Tokenizer =>
  new Tokenizer({ decodeEntities }, { ...IGNORING, ...callbacks });
