import { theStore } from "@/lib/catalogue";
import { contactOf } from "@/lib/contact";
import type { Locale } from "@/lib/locales";
import { phoneLink, phoneText } from "@/lib/phone";
import { Icon } from "../icon";

/** A line with the shop's telephone, after a sentence that says why one would call. */
export async function CallUs({ locale, text, isAccent }: { locale: Locale; text: string; isAccent?: boolean }) {
  const { phone } = contactOf(await theStore(locale));
  if (!phone) return null;
  return (
    <p className={`flex items-start gap-3 rounded-control p-4 ${isAccent ? "bg-accent-wash" : "bg-sunk"}`}>
      <Icon name="phone" />
      <span>
        {text}{" "}
        <a className="font-semibold" href={phoneLink(phone)}>
          <bdi dir="ltr" className="whitespace-nowrap">
            {phoneText(phone)}
          </bdi>
        </a>
      </span>
    </p>
  );
}
