import { useDebouncedValue } from "@mantine/hooks";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { type Api, useApi } from "../../api/api.ts";
import { operationsQuery } from "../../api/operations.ts";
import { REFERENCES, type Reference, type Thing } from "../../api/things.ts";
import { useLanguage } from "../../messages/TextsContext.tsx";
import { matches } from "../../parts/matches.ts";
import { pictureAddress } from "../../parts/pictures/Picture.tsx";

type Row = Record<string, unknown>;

/** A thing that was found. */
export interface Found {
  /** What is sent for it. */
  sent: string;
  /** What else names it. */
  means: string[];
  name: string;
  /** The fields that tell it from others, by name. */
  about: [string, unknown][];
  picture: string | undefined;
}

/** Milliseconds after the last key before things are searched. */
const SETTLED = 200;
const MAX_SHOWN = 10;
/** Of a list without a search, which is there as a whole. */
const MAX_OF_LIST = 100;
/** Such a list is asked for in at most so many pages. */
const MAX_PAGES = 5;

/** The things that fit the words. `canSearch`: whether such things can be listed, and the person may. `beside`: the arguments beside it. */
export function useThings(thing: Thing | undefined, words: string, isAsked: boolean, beside: Row) {
  const api = useApi();
  const { language } = useLanguage();
  const [settled] = useDebouncedValue(words.trim(), SETTLED);
  const reference: Reference | undefined = thing && REFERENCES[thing];
  const { data: operations } = useQuery(operationsQuery(api));
  const within = reference?.within?.says.map((name) => beside[name]).find((value) => typeof value === "string");
  const canSearch =
    reference !== undefined &&
    (reference.within === undefined || within !== undefined) &&
    (operations?.some(({ name }) => name === reference.list) ?? false);
  const asked = reference?.words ? settled : "";
  const { data, isFetching } = useQuery({
    queryKey: [api.store, reference?.list, "things", thing, within, asked],
    queryFn: ({ signal }) => list(api, reference as Reference, { words: asked, within }, signal),
    enabled: isAsked && canSearch,
    placeholderData: keepPreviousData,
  });
  const all = unique((data ?? []).flatMap((row) => foundOf(row, reference as Reference, language) ?? []));
  const found = reference?.words ? all : all.filter((one) => fits(one, settled));
  const isNone = !reference?.words && data?.length === 0; // nothing to choose from: what is typed is all there is
  return {
    canSearch: canSearch && !isNone,
    found: found.slice(0, reference?.words ? MAX_SHOWN : MAX_OF_LIST),
    all,
    isFetching,
  };
}

interface Asked {
  words: string;
  within: unknown;
}

async function list({ admin }: Api, reference: Reference, { words, within }: Asked, signal: AbortSignal) {
  const args = {
    ...reference.with,
    ...(reference.words && { limit: MAX_SHOWN }),
    ...(reference.within && { [reference.within.argument]: within }),
  };
  const given = reference.words && words !== "" ? { ...args, [reference.words]: words } : args;
  const rows: Row[] = [];
  let cursor: unknown;
  for (let page = 0; page < (reference.words ? 1 : MAX_PAGES) && cursor !== null; page++) {
    const body = cursor === undefined ? given : { ...given, cursor };
    const answer = (await admin.run(reference.list, body, { signal })) as { data: Row[]; next_cursor?: string | null };
    rows.push(...answer.data);
    cursor = answer.next_cursor ?? null;
  }
  return rows;
}

function foundOf(
  row: Row,
  { sends, means = [], name, nameIn, about, picture }: Reference,
  language: "ar" | "fr" | "en",
) {
  const sent = sends.map((field) => row[field]).find((value) => typeof value === "string" && value !== "");
  if (typeof sent !== "string") return undefined;
  const named = row[nameIn?.[language] ?? name];
  const found: Found = {
    sent,
    means: means.map((field) => String(row[field])),
    name: typeof named === "string" && named !== "" ? named : sent,
    about: about.map((field): [string, unknown] => [field, row[field]]).filter(([, value]) => value != null),
    picture: picture ? pictureAt(row, picture) : undefined,
  };
  return found;
}

const pictureAt = (row: Row, path: string): string | undefined =>
  pictureAddress(path.split(".").reduce<unknown>((one, step) => (one as Row | null | undefined)?.[step], row));

const unique = (all: readonly Found[]): Found[] => [...new Map(all.map((found) => [found.sent, found])).values()];

/** Whether a value that came with the address, or was typed, names it. */
export const isCalled = ({ sent, means }: Found, value: string): boolean => sent === value || means.includes(value);

const fits = ({ sent, name, about }: Found, words: string): boolean =>
  matches(words, `${sent} ${name} ${about.map(([, value]) => String(value)).join(" ")}`);
