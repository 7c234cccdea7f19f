import { addDays, daysBetween, type IsoDate } from "../../../contract/dates";
import { ofDataset, ofSeries, SAMPLE, type Origin } from "../../answers/answering";
import type { Context } from "../../answers/context";
import { ageOfSeries, MAXIMUM_AGES, type AgeName } from "../../answers/maximum-age";
import { seriesReader, type Obs } from "../macro/series-reader";
import type { CashBalance } from "../../records/macro";

/** The blocks of net liquidity and the reserves: the Federal Reserve series, its factor to $M, and its basis. */
export const BLOCKS = {
  balance_sheet: { series: "WALCL", toMillions: 1, basis: "Wednesday level" },
  reverse_repo: { series: "RRPONTSYD", toMillions: 1000, basis: "daily operation" },
  tga: { series: "WTREGEN", toMillions: 1, basis: "week average; no daily closing balance is loaded" },
  reserves: { series: "WRESBAL", toMillions: 1, basis: "week average" },
} as const;
export type LiquidityBlock = keyof typeof BLOCKS;

/** Basis of the Treasury General Account (TGA): the close of each day, or the average of the week that ends on a Wednesday. */
export type TgaBasis = "closing balance" | "week average";

/** One block on one day, in $M. */
export interface BlockObs extends Obs {
  readonly basis: string;
  /** Its maximum age as the latest value. */
  readonly ageName: AgeName;
  /** Set for the TGA only. Amounts on different bases are not compared. */
  readonly tga?: TgaBasis;
}

/** The week average replaces a closing balance that is more days behind it. The balance is published daily, the average weekly. */
const MAX_DAYS_BEHIND = MAXIMUM_AGES.daily_series.days;

function fromSeries(block: LiquidityBlock, date: IsoDate, context: Context): BlockObs | undefined {
  const { series, toMillions, basis } = BLOCKS[block];
  const obs = seriesReader(series, context)!.latest(date, 1)[0];
  const tga = block === "tga" ? { tga: "week average" as const } : {};
  return obs && { ...obs, value: Number((obs.value * toMillions).toPrecision(12)), basis, ageName: ageOfSeries(series), ...tga };
}

/** An older balance is too old for any comparison. */
const LOOKBACK_DAYS = 45;

function closingBalance(date: IsoDate, { store, clock }: Context): BlockObs | undefined {
  const today = clock.today();
  // An earlier day's balance became public after that day, so it is read as known today.
  const row =
    date < today
      ? store.records.between<CashBalance>("cash_balance", "TGA", addDays(date, -LOOKBACK_DAYS), date, today).at(-1)
      : store.records.latest<CashBalance>("cash_balance", "TGA", today, 1)[0];
  if (!row) return undefined;
  const basis = "closing balance of the day, from the Daily Treasury Statement";
  const origin = ofDataset(row.source, "cash_balance", "TGA");
  return { date: row.date, value: row.body.closing_musd, ...origin, basis, ageName: "daily_series", tga: "closing balance" };
}

/** The TGA: its closing balance if loaded, unless the week average is much newer. Sample data is used only if neither is published. */
function tgaAt(date: IsoDate, context: Context, only: TgaBasis | undefined): BlockObs | undefined {
  const daily = closingBalance(date, context);
  if (only === "closing balance") return daily;
  const hasClosings = context.store.records.isPublished("cash_balance", "TGA");
  const average = hasClosings && !context.store.observations.isPublished(BLOCKS.tga.series) ? undefined : fromSeries("tga", date, context);
  const weekly = average && (hasClosings ? { ...average, basis: "week average; no closing balance is loaded for these days" } : average);
  if (only === "week average" || !daily) return weekly;
  return weekly && daysBetween(daily.date, weekly.date) > MAX_DAYS_BEHIND ? weekly : daily;
}

/** The last observation of a block on or before a day. */
export const blockAt = (block: LiquidityBlock, date: IsoDate, context: Context, tga?: TgaBasis): BlockObs | undefined =>
  block === "tga" ? tgaAt(date, context, tga) : fromSeries(block, date, context);

/** Origin of a block's rows, even if none of them can be served. */
export function originOfBlock(block: LiquidityBlock, { store }: Context): Origin {
  if (block === "tga" && store.records.isPublished("cash_balance", "TGA")) return ofDataset("fiscaldata", "cash_balance", "TGA");
  const row = store.observations.any(BLOCKS[block].series);
  return row ? ofSeries(row.source, BLOCKS[block].series) : SAMPLE;
}
