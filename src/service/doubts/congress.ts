import { addDays, type IsoDate } from "../../contract/dates";
import type { DisclosedTrade } from "../records/disclosed-trades";
import type { RecordRow } from "../records/record";
import { firstDoubt, type DoubtCheck } from "./doubt-check";

/** A day typed wrong by some days changes little; one with another month or year does. */
const NOTIFIED_BEFORE_DAYS = 31;
/** Reports are due after 45 days. Few come after years. */
const LATEST_YEARS = 5;

/** Checks of a disclosed trade with its day and that of its filing. */
export const CONGRESS_CHECKS: readonly DoubtCheck<DisclosedTrade & { readonly traded: IsoDate; readonly filed: IsoDate }>[] = [
  {
    figure: "congress trade",
    bound: "on or before the filing, and at most 5 years before it",
    doubt: ({ document, traded, filed }) =>
      traded > filed || addDays(traded, 366 * LATEST_YEARS) < filed
        ? `The trade of ${traded} in filing ${document} is ${traded > filed ? "after" : `more than ${LATEST_YEARS} years before`} the filing of ${filed}.`
        : undefined,
  },
  {
    figure: "congress notification",
    bound: "at most 31 days before the trade. Nothing is counted by it, so a later day is no doubt",
    doubt: ({ document, traded, notification_date: notified }) =>
      notified !== null && addDays(notified, NOTIFIED_BEFORE_DAYS) < traded
        ? `The notification of ${notified} in filing ${document} is more than ${NOTIFIED_BEFORE_DAYS} days before the trade of ${traded}.`
        : undefined,
  },
  {
    figure: "congress amount",
    bound: "more than 0, and the lower end at most the upper end",
    doubt: ({ document, amount_low: low, amount_high: high }) =>
      low <= 0 || (high !== null && low > high)
        ? `The amount of a trade in filing ${document} is from ${low} to ${high ?? "an open end"} US dollars.`
        : undefined,
  },
];

/** The first doubt about a disclosed trade. */
export const congressDoubt = ({ date, known, body }: Pick<RecordRow, "date" | "known" | "body">): string | undefined =>
  firstDoubt(CONGRESS_CHECKS, { ...(body as DisclosedTrade), traded: date, filed: known });
