import { useDebouncedValue } from "@mantine/hooks";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { type Api, useApi } from "../../api/api.ts";
import { operationsQuery } from "../../api/operations.ts";
import { REFERENCES, type Reference, type Thing } from "../../api/things.ts";
import { useLanguage } from "../../messages/TextsContext.tsx";
import { matches } from "../../parts/matches.ts";
import { pictureAddress } from "../../parts/Picture.tsx";

type Row = Record<string, unknown>;

/** A thing that was found. */
export interface Found {
  /** What is sent for it. */
  sent: string;
  name: string;
  /** The fields that tell it from others, by name. */
  about: [string, unknown][];
  picture: string | undefined;
}

/** Milliseconds after the last key before things are searched. */
const SETTLED = 200;
const MAX_SHOWN = 10;
/** A list without a search is asked for in at most so many pages. */
const MAX_PAGES = 5;

/** The things that fit the words. `canSearch`: whether the person may list such things at all. */
export function useThings(thing: Thing | undefined, words: string, isAsked: boolean) {
  const api = useApi();
  const { language } = useLanguage();
  const [settled] = useDebouncedValue(words.trim(), SETTLED);
  const reference: Reference | undefined = thing && REFERENCES[thing];
  const { data: operations } = useQuery(operationsQuery(api));
  const canSearch = reference !== undefined && (operations?.some(({ name }) => name === reference.list) ?? false);
  const asked = reference?.words ? settled : "";
  const { data, isFetching } = useQuery({
    queryKey: [api.store, reference?.list, "things", thing, asked],
    queryFn: ({ signal }) => list(api, reference as Reference, asked, signal),
    enabled: isAsked && canSearch,
    placeholderData: keepPreviousData,
  });
  const all = unique((data ?? []).flatMap((row) => foundOf(row, reference as Reference, language) ?? []));
  const found = reference?.words ? all : all.filter((one) => fits(one, settled));
  return { canSearch, found: found.slice(0, MAX_SHOWN), all, isFetching };
}

async function list({ admin }: Api, reference: Reference, words: string, signal: AbortSignal): Promise<Row[]> {
  const args = { ...reference.with, ...(reference.words && { limit: MAX_SHOWN }) };
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

function foundOf(row: Row, { sends, name, nameIn, about, picture }: Reference, language: "ar" | "fr" | "en") {
  const sent = sends.map((field) => row[field]).find((value) => typeof value === "string" && value !== "");
  if (typeof sent !== "string") return undefined;
  const named = row[nameIn?.[language] ?? name];
  const found: Found = {
    sent,
    name: typeof named === "string" && named !== "" ? named : sent,
    about: about.map((field): [string, unknown] => [field, row[field]]).filter(([, value]) => value != null),
    picture: picture ? pictureAt(row, picture) : undefined,
  };
  return found;
}

const pictureAt = (row: Row, path: string): string | undefined =>
  pictureAddress(path.split(".").reduce<unknown>((one, step) => (one as Row | null | undefined)?.[step], row));

const unique = (all: readonly Found[]): Found[] => [...new Map(all.map((found) => [found.sent, found])).values()];

const fits = ({ sent, name, about }: Found, words: string): boolean =>
  matches(words, `${sent} ${name} ${about.map(([, value]) => String(value)).join(" ")}`);
