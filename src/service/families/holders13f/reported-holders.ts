import { addDays, type IsoDate } from "../../../contract/dates";
import { lastQuarterEnd, quarterEnd } from "../../sample/calendar";
import type { Kept } from "../../store/records";
import type { Context } from "../family";
import { untilImport } from "../until-import";
import type { Holding } from "./holding";
import type { HoldersQuarter } from "./rows";

const EVER: IsoDate = "9999-12-31";

/** The names under which a symbol's holdings stand: itself, and its CUSIP where a list gives it. */
function entitiesOf({ store }: Context, ticker: string): string[] {
  const security = store.records.latest<{ readonly cusip: string }>("security", ticker, EVER, 1)[0];
  return security ? [ticker, `cusip:${security.body.cusip}`] : [ticker];
}

/** True once any institution's report on the symbol was imported. */
export const holdersAreReal = (context: Context, ticker: string): boolean =>
  entitiesOf(context, ticker).some((e) => context.store.records.isReal("holding", e));

/** Shares by institution: one may have several rows, of securities or of additions to its report. */
function byHolder(rows: readonly Kept<Holding>[]): Map<string, number> {
  const held = new Map<string, number>();
  for (const { body } of rows) held.set(body.cik, (held.get(body.cik) ?? 0) + body.shares);
  return held;
}

/** The last quarters of which any report was known on the clock's day, oldest first. Institutions are compared only where both quarters' reports are there. */
export const reportedHolders = (context: Context, ticker: string, quarters: number): readonly HoldersQuarter[] =>
  kept(context, `${ticker} ${quarters}`, () => read(context, ticker, quarters));

/** A symbol that everybody holds has thousands of rows a quarter. */
const kept = untilImport<readonly HoldersQuarter[]>(4000);

function read(context: Context, ticker: string, quarters: number): HoldersQuarter[] {
  const today = context.clock.today();
  const { records } = context.store;
  const entities = entitiesOf(context, ticker);
  const on = (day: IsoDate): Kept<Holding>[] => entities.flatMap((e) => records.between<Holding>("holding", e, day, day, today));
  const newest = entities
    .flatMap((e) => records.latest<Holding>("holding", e, today, 1).map((r) => r.date))
    .sort()
    .pop();
  const made: HoldersQuarter[] = [];
  for (let end = newest; end !== undefined && made.length < quarters; end = lastQuarterEnd(addDays(quarterEnd(end), -1))) {
    const rows = on(end);
    if (rows.length === 0) break;
    const now = byHolder(rows);
    const before = byHolder(on(lastQuarterEnd(addDays(quarterEnd(end), -1))));
    const moves = [...now].flatMap(([cik, shares]) => (before.has(cik) ? [shares - (before.get(cik) ?? 0)] : []));
    made.unshift({
      quarterEnd: end,
      count: [...now.values()].filter((shares) => shares > 0).length,
      value: rows.reduce((sum, r) => sum + r.body.value, 0),
      accumulating: moves.filter((m) => m > 0).length,
      reducing: moves.filter((m) => m < 0).length,
      compared: moves.length,
    });
  }
  return made;
}
