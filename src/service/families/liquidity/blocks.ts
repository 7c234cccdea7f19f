import { daysBetween, type IsoDate } from "../../../contract/dates";
import { ofDataset, ofSeries, SAMPLE, type Origin } from "../../answers/answering";
import type { Context } from "../../answers/context";
import { ageOfSeries, MAXIMUM_AGES, type AgeName } from "../../answers/maximum-age";
import { seriesReader, type Obs } from "../macro/series-reader";
import type { CashBalance } from "../../records/cash-balance";

/** The blocks around net liquidity: the Board's series, what brings it to $M, and on which basis it is stated. */
export const BLOCKS = {
  balance_sheet: { series: "WALCL", toMillions: 1, basis: "Wednesday level" },
  reverse_repo: { series: "RRPONTSYD", toMillions: 1000, basis: "daily operation" },
  tga: { series: "WTREGEN", toMillions: 1, basis: "week average; no daily closing balance is loaded" },
  reserves: { series: "WRESBAL", toMillions: 1, basis: "week average" },
} as const;
export type Block = keyof typeof BLOCKS;

/** How the Treasury General Account is stated: at the close of each day, or as the average of the week that ends on a Wednesday. */
export type TgaBasis = "closing balance" | "week average";

/** One block on one day, in $M. */
export interface BlockObs extends Obs {
  readonly basis: string;
  /** For how long it counts as the latest. */
  readonly ageName: AgeName;
  /** Of the Treasury's account only: amounts on different bases are not compared. */
  readonly tga?: TgaBasis;
}

/** A closing balance that lags further behind the week average gives way to it: the statement is daily, the release weekly. */
const MOST_DAYS_BEHIND = MAXIMUM_AGES.daily_series.days;

function fromSeries(block: Block, date: IsoDate, context: Context): BlockObs | undefined {
  const { series, toMillions, basis } = BLOCKS[block];
  const obs = seriesReader(series, context)!.latest(date, 1)[0];
  return (
    obs && {
      ...obs,
      value: Number((obs.value * toMillions).toPrecision(12)),
      basis,
      ageName: ageOfSeries(series),
      ...(block === "tga" ? { tga: "week average" as const } : {}),
    }
  );
}

function closingBalance(date: IsoDate, { store, clock }: Context): BlockObs | undefined {
  // A closing balance is known from its own day on.
  const upTo = date < clock.today() ? date : clock.today();
  const row = store.records.latest<CashBalance>("cash_balance", "TGA", upTo, 1)[0];
  return (
    row && {
      date: row.date,
      value: row.body.closing_musd,
      ...ofDataset(row.source, "cash_balance", "TGA"),
      basis: "closing balance of the day, from the Daily Treasury Statement",
      ageName: "daily_series",
      tga: "closing balance",
    }
  );
}

/** The Treasury's account: its closing balance where one is loaded, unless the week average is much newer. No sample stands in once either is published. */
function tgaAt(date: IsoDate, context: Context, only: TgaBasis | undefined): BlockObs | undefined {
  const daily = closingBalance(date, context);
  if (only === "closing balance") return daily;
  const loaded = context.store.records.isPublished("cash_balance", "TGA");
  const average = loaded && !context.store.observations.isPublished(BLOCKS.tga.series) ? undefined : fromSeries("tga", date, context);
  const weekly = average && (loaded ? { ...average, basis: "week average; no closing balance is loaded for these days" } : average);
  if (only === "week average" || !daily) return weekly;
  return weekly && daysBetween(daily.date, weekly.date) > MOST_DAYS_BEHIND ? weekly : daily;
}

/** A block at a day: the last observation on or before it. It moves only when its own date moves. */
export const blockAt = (block: Block, date: IsoDate, context: Context, tga?: TgaBasis): BlockObs | undefined =>
  block === "tga" ? tgaAt(date, context, tga) : fromSeries(block, date, context);

/** Whether a block would be answered with sample rows, and where its rows come from, also where none can be served. */
export function originOf(block: Block, { store }: Context): Origin {
  if (block === "tga" && store.records.isPublished("cash_balance", "TGA")) return ofDataset("fiscaldata", "cash_balance", "TGA");
  const row = store.observations.any(BLOCKS[block].series);
  return row ? ofSeries(row.source, BLOCKS[block].series) : SAMPLE;
}
