import { addDays, type IsoDate } from "../../../contract/dates";
import { lastQuarterEnd } from "../../time/calendar";
import type { Context } from "../../answers/context";
import { holdersUncompared } from "../share-basis/doubt-in-words";
import { isDoubt, shareBasisOf } from "../share-basis/share-basis";
import { untilImport } from "../../answers/until-import";
import { quarterBefore } from "../../time/calendar";
import type { HoldersQuarter } from "./rows";
import { HOLDINGS_DUE_DAYS } from "../../records/holdings";

const EVER: IsoDate = "9999-12-31";

interface Held {
  readonly cusips: readonly string[];
  readonly isPublished: boolean;
}

/** The CUSIPs of a symbol: that of the list of fails to deliver, and those under which institutions name the company. */
const heldAs = (context: Context, ticker: string): Held =>
  found(context, ticker, () => {
    const { records, institutions } = context.store;
    const security = records.latest<{ readonly cusip: string }>("security", ticker, EVER, 1)[0];
    const cusips = [...new Set([...(security ? [security.body.cusip] : []), ...institutions.cusipsOf(ticker)])];
    return { cusips, isPublished: institutions.any() && institutions.isPublished(cusips) };
  });

/** Asked for three times in one answer. */
const found = untilImport<Held>(12_000);

/** True once any institution's report on the symbol was imported. */
export const holdersArePublished = (context: Context, ticker: string): boolean => heldAs(context, ticker).isPublished;

/**
 * The last quarters of which reports were known on the clock's day, oldest first: those whose reports were due by then, because early reports of a quarter are
 * few, and others only where no such is there. Institutions are compared only where both quarters' reports are there.
 */
export const reportedHolders = (context: Context, ticker: string, quarters: number): readonly HoldersQuarter[] =>
  kept(context, `${ticker} ${quarters}`, () => read(context, ticker, quarters));

/** A symbol that everybody holds has thousands of rows a quarter; there are some 9,300 symbols. */
const kept = untilImport<readonly HoldersQuarter[]>(12_000);

function read(context: Context, ticker: string, quarters: number): HoldersQuarter[] {
  const today = context.clock.today();
  const { institutions } = context.store;
  const { cusips } = heldAs(context, ticker);
  const newest = institutions.newest(cusips, lastQuarterEnd(addDays(today, -HOLDINGS_DUE_DAYS)), today) ?? institutions.newest(cusips, EVER, today);
  const basis = shareBasisOf(context, ticker);
  const made: HoldersQuarter[] = [];
  for (let end = newest; end !== undefined && made.length < quarters;) {
    const before = quarterBefore(end);
    const shares = basis.between(before, end);
    const held = institutions.heldAt(cusips, end, before, today, isDoubt(shares) ? 1 : shares.times);
    if (made.length > 0 && held.count === 0) break;
    made.unshift({
      quarterEnd: end,
      ...held,
      ...(isDoubt(shares) ? { accumulating: 0, reducing: 0, compared: 0, uncompared: holdersUncompared(shares) } : {}),
    });
    end = before;
  }
  return made;
}
