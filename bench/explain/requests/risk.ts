import type { Use } from "../scene.ts";

/** The block list. The risk of orders is read with them. */
export const RISK: Record<string, Use> = {
  "blocked_phones_save: blocked, noted, unblocked, undone": async ({ operation }) => {
    const phones = ["0550 99 88 77", "0551 99 88 77"];
    await operation("blocked_phones_save", { phones });
    await operation("blocked_phones_save", { phones, note: "Refused twice" });
    const { change_id } = await operation("blocked_phones_save", { phones, is_blocked: false });
    await operation("changes_undo", { changes: [change_id] });
  },
  "blocked_phones_list: in pages, and some digits": async ({ operation }) => {
    const { next_cursor } = await operation("blocked_phones_list", { limit: 5 });
    await operation("blocked_phones_list", { limit: 5, cursor: next_cursor });
    await operation("blocked_phones_list", { query: "99 88" });
  },
};
