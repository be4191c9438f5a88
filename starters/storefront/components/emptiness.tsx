import { theDoors } from "@/lib/doors";
import type { Locale } from "@/lib/locales";
import { Picture } from "./picture";

interface Props {
  locale: Locale;
  title: string;
  text: string;
  /** What to do now. */
  children?: React.ReactNode;
}

/** A door with one thing in it: an empty cart, nothing found, a page that is not there. */
export async function Emptiness({ locale, title, text, children }: Props) {
  const door = (await theDoors(locale)).at(2);
  return (
    <div className="mx-auto max-w-xl pt-12 text-center lg:pt-18">
      <div className="mx-auto w-48 border-edge border-b lg:w-72">
        <div className="mx-auto aspect-[5/6] w-36 overflow-hidden rounded-[var(--door)] bg-sunk lg:w-46">
          {door?.picture && <Picture url={door.picture} pictures={door.pictures} name="" locale={locale} isSilent />}
        </div>
      </div>
      <h1 className="mt-5 text-[clamp(31px,3.1vw,44px)]">{title}</h1>
      <p className="mx-auto mt-3 max-w-sm text-soft">{text}</p>
      <div className="mt-5">{children}</div>
    </div>
  );
}
