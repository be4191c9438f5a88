import { setCoupon } from "@/app/[locale]/(shop)/cart/actions";
import type { Locale } from "@/lib/locales";
import type { Coupon } from "@/lib/quote";
import { textsOf } from "@/lib/texts";
import { Icon } from "../icon";

/** The field for a code. Below it stands what the server says: what it gives, or why it does not apply. */
export function CouponForm({ coupon, locale }: { coupon: Coupon | null; locale: Locale }) {
  const t = textsOf(locale);
  const isRefused = coupon?.isValid === false;
  return (
    <form action={setCoupon}>
      <label className="quiet block" htmlFor="code">
        {t("cart.coupon")}
      </label>
      <div className="mt-1 flex gap-2">
        <input
          key={coupon?.code}
          id="code"
          name="code"
          dir="ltr"
          className="field min-w-0 rtl:text-right"
          defaultValue={coupon?.code}
          maxLength={200}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          aria-invalid={isRefused}
          aria-describedby="code-answer"
        />
        <button type="submit" className="button button-quiet shrink-0">
          {t("cart.apply")}
        </button>
      </div>
      <p
        id="code-answer"
        role="status"
        className={`mt-2 flex gap-2 empty:hidden ${isRefused ? "text-alert" : "text-accent"}`}
      >
        {coupon && (
          <>
            <Icon name={isRefused ? "alert" : "tick"} />
            <bdi dir="auto">{coupon.message}</bdi>
          </>
        )}
      </p>
    </form>
  );
}
