import { addDays, type IsoDate } from "../../../contract/dates";
import { lastQuarterEnd, quarterEnd } from "../../sample/calendar";
import type { Context } from "../family";
import { untilImport } from "../until-import";
import type { HoldersQuarter } from "./rows";
import { DUE_DAYS } from "./sample";

const EVER: IsoDate = "9999-12-31";

/** The CUSIPs of a symbol: that of the list of fails to deliver, and those under which institutions name the company. */
function cusipsOf({ store }: Context, ticker: string): string[] {
  const security = store.records.latest<{ readonly cusip: string }>("security", ticker, EVER, 1)[0];
  return [...new Set([...(security ? [security.body.cusip] : []), ...store.institutions.cusipsOf(ticker)])];
}

/** True once any institution's report on the symbol was imported. */
export const holdersAreReal = (context: Context, ticker: string): boolean =>
  context.store.institutions.any() && context.store.institutions.isReal(cusipsOf(context, ticker));

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
  const cusips = cusipsOf(context, ticker);
  const newest = institutions.newest(cusips, lastQuarterEnd(addDays(today, -DUE_DAYS)), today) ?? institutions.newest(cusips, EVER, today);
  const made: HoldersQuarter[] = [];
  for (let end = newest; end !== undefined && made.length < quarters;) {
    const before = lastQuarterEnd(addDays(quarterEnd(end), -1));
    const held = institutions.heldAt(cusips, end, before, today);
    if (made.length > 0 && held.count === 0) break;
    made.unshift({ quarterEnd: end, ...held });
    end = before;
  }
  return made;
}
