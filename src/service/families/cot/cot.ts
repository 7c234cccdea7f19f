import { addDays, type IsoDate } from "../../../contract/dates";
import type { Context } from "../../answers/context";
import type { Family } from "../../answers/family";
import { isStale, staleText } from "../../answers/maximum-age";
import { publishedRows } from "../../answers/published-rows";
import { untilImport } from "../../answers/until-import";
import type { PositionBasis, FuturesPositions } from "../../records/macro";
import type { StoredRecord } from "../../records/record";

/** One week of one market. The entity is the CFTC's code of the market. */
export type WeekOfMarket = StoredRecord<FuturesPositions>;

/** Reports of the bases come out together. If one is imported without the other, its newest report is at most this far behind that of the other. */
const BEHIND_DAYS = 400;

const isOf = (basis: PositionBasis) => (week: WeekOfMarket) => week.key === basis;

/** The day of the newest known report of a basis. */
function newestReport({ store, clock }: Context, basis: PositionBasis): IsoDate | undefined {
  const today = clock.today();
  const newest = store.records.newest("positions", today);
  if (newest === undefined) return undefined;
  // Most often a report of both bases, or of the only one, is found on the newest day.
  const onDay = (from: IsoDate): IsoDate | undefined => store.records.across<FuturesPositions>("positions", from, newest, today).findLast(isOf(basis))?.date;
  return onDay(newest) ?? onDay(addDays(newest, -BEHIND_DAYS));
}

export const NO_POSITIONS = "No commitments of traders are imported. They have no sample data. The operator can load them: npm run -s data -- update cftc";

/** The newest known report of a basis: its markets, largest open interest first, or why it is not shown, such as one that is too old to be the latest. */
export const latestReport = untilImport(readLatest);

function readLatest(context: Context, basis: PositionBasis) {
  const { store, clock } = context;
  const today = clock.today();
  const date = newestReport(context, basis);
  if (!store.records.any("positions")) return { rows: [], whyEmpty: NO_POSITIONS };
  if (date === undefined)
    return { rows: [], whyEmpty: `No ${basis} report was known on ${today}. Use another basis or a later day, or import earlier reports.` };
  if (isStale("positions", date, today))
    return { rows: [], whyEmpty: staleText("positions", "the commitments of traders", date, today, "Load newer reports, or name one market.").full };
  const rows = store.records.across<FuturesPositions>("positions", date, date, today).filter(isOf(basis));
  return { rows: rows.toSorted((a, b) => b.body.open_interest - a.body.open_interest || (a.entity < b.entity ? -1 : 1)) };
}

/** The known weeks of a market from a day on, newest first. */
export function weeksOf({ store, clock }: Context, code: string, basis: PositionBasis, from: IsoDate): readonly WeekOfMarket[] {
  const today = clock.today();
  return store.records.between<FuturesPositions>("positions", code, from, today, today).filter(isOf(basis)).toReversed();
}

/** Commitments of traders: the weekly report of the CFTC. No cell shows it, and there is no sample data. */
export const cot: Family = { name: "cot", functions: {}, rows: publishedRows(["positions"]), basis: "none" };
