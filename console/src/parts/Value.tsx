import { useStore } from "../api/api.ts";
import { fieldName, valueWord } from "../messages/fields.ts";
import { useLanguage, useTexts } from "../messages/TextsContext.tsx";
import { English, Island, Typed } from "./Island.tsx";
import { dateText, moneyText, numberText } from "./numbers.ts";
import { isPictureName, isPictures, isUploaded, Picture, PictureStrip, pictureAddress } from "./pictures/Picture.tsx";
import { isStatus, Status } from "./Status.tsx";
import { actorText } from "./writing/actorText.ts";
import { isMoney } from "./writing/money.ts";
import { inWords } from "./writing/words.ts";

const TIME = /^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:\d{2}))?$/;
/** What reads from left to right: numbers of orders, phones, addresses. */
const CODE = /^[+\d\s()/.:-]+$|^[A-Z]{2,}-[\dA-Z-]+$|^https?:|^\S+@\S+$/;

/** What people wrote, even if it is also the word of a status. */
const FREE_TEXT = /(^|_)(name|title|text|note|notes|message|label|sentence|body|description|vendor)$/;

const HTML = /^(description|body)$/;

/** What HTML says, without its tags. Nothing in it runs or is loaded. */
const plainText = (html: string): string =>
  new DOMParser().parseFromString(html, "text/html").body.textContent.replaceAll(/\s+/g, " ").trim();

const isPicture = (name: string, value: string): boolean =>
  isUploaded(value) || value.startsWith("data:image/") || (isPictureName(name) && pictureAddress(value) !== undefined);

/** The name of a field: never as the API writes it. `operation`: which answered it, where it means something else there. */
export function FieldName({ name, operation = "" }: { name: string; operation?: string }) {
  const { language, texts } = useLanguage();
  const known = fieldName(texts.fields, operation, name) ?? texts.reports.columns[name];
  if (known) return known;
  const words = inWords(name);
  return language === "en" ? words : <English>{words}</English>;
}

/** A value of an answer, as a person reads it. `name`: its field, which says what a number means. */
export function Value({ name, value }: { name: string; value: unknown }) {
  const { language } = useLanguage();
  const { change, frame, fields, order } = useTexts();
  const store = useStore();
  if (value === null || value === undefined) return <>{change.none}</>;
  if (value === "") return <>{change.empty}</>;
  if (typeof value === "boolean") return <>{value ? frame.yes : frame.no}</>;
  if (typeof value === "number") {
    return <Island>{isMoney(name) ? moneyText(value, store.currency) : numberText(value)}</Island>;
  }
  if (typeof value === "string") {
    if (TIME.test(value)) return <bdi>{dateText(value, language, store.time_zone)}</bdi>;
    if (name === "actor") return <Typed>{actorText(value, order)}</Typed>;
    if (name === "fields") return <FieldName name={value} />;
    const word = FREE_TEXT.test(name) ? undefined : valueWord(fields, name, value);
    if (word) return isStatus(name, value) ? <Status value={value} word={word} /> : word;
    if (name === "sentence") return <English>{value}</English>;
    if (HTML.test(name) && value.startsWith("<")) return <Typed>{plainText(value)}</Typed>;
    if (isPicture(name, value)) return <Picture src={value} size={48} />;
    return CODE.test(value) ? <Island>{value}</Island> : <Typed>{value}</Typed>;
  }
  if (Array.isArray(value)) {
    if (value.length === 0) return <>{change.none}</>;
    if (isPictures(value)) return <PictureStrip pictures={value} />;
    return value.map((one, index) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: a value has nothing else to be known by
      <span key={index}>
        {index > 0 && (language === "ar" ? "، " : ", ")}
        <Value name={name} value={one} />
      </span>
    ));
  }
  return Object.entries(value as object).map(([field, one], index) => (
    <span key={field}>
      {index > 0 && " · "}
      <FieldName name={field} />
      {": "}
      <Value name={field} value={one} />
    </span>
  ));
}
