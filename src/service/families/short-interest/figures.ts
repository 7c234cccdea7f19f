import type { CaveatId } from "../../../contract/caveats";
import type { IsoDate } from "../../../contract/dates";
import type { FieldName } from "../../../contract/functions";
import { rounded } from "../../../contract/rounded";
import { type Answering, mergeProvenance, type Origin, type ReasonText } from "../../answers/answering";
import { doubted } from "../../answers/doubted";
import type { FamilyAnswer } from "../../answers/family";
import { firstDoubt } from "../../doubts/doubt-check";
import { SHORT_INTEREST_CHECKS } from "../../doubts/short-interest";
import type { SourceId } from "../../records/attribution";
import type { SharesCounted } from "./shares-counted";

/** Why a float is unknown; each is also the code of the answer. */
export const FLOAT_REASONS = ["no_affiliate_data", "multi_class_unresolved", "denominator_invalid", "float_non_positive", "not_latest_settlement"] as const;
export type FloatReason = (typeof FLOAT_REASONS)[number];

interface KnownFloat {
  readonly shares: number;
  readonly source: string;
  readonly confidence: "high" | "medium" | "low";
}

/** One settlement of one symbol. Shares; percentages as percent. */
export interface ShortInterestRow {
  readonly settlementDate: IsoDate;
  readonly shortInterest: number;
  /** Undefined if the source states none. */
  readonly previousShortInterest: number | undefined;
  /** Change from the previous settlement in percent, if the source states it. */
  readonly changePct?: number | undefined;
  /** Undefined if the source states none; 0 is a stated zero. */
  readonly averageDailyVolume: number | undefined;
  /** True if the source states its ceiling of 999.99. */
  readonly daysToCoverCensored: boolean;
  readonly daysToCover: number | undefined;
  /** Why it is not compared with the previous settlement: a split may lie between. */
  readonly uncompared?: ReasonText | undefined;
  /** The shares outstanding in shares of the settlement, or why there is no count of what is sold short. */
  readonly outstanding: SharesCounted;
  /** Origin of that count, if published. */
  readonly outstandingOf?: Origin | undefined;
  /** Shares outstanding less affiliate holdings, or why it is unknown. */
  readonly float: KnownFloat | { readonly unknown: FloatReason };
}

/** The rows of one symbol, and the newest settlement of all symbols. */
export interface ShortInterestHistory {
  /** Oldest first. */
  readonly rows: readonly ShortInterestRow[];
  readonly latestSettlement: IsoDate;
}

/** A settlement in a list, with its symbol and source. */
export interface ListedSettlement {
  readonly symbol: string;
  readonly source: SourceId;
  readonly row: ShortInterestRow;
}

/** The fields of SHORTINTEREST that are figures of one settlement. */
export type SettlementField = Exclude<FieldName<"SHORTINTEREST">, "settlement_date" | "source">;

const FLOAT_CAVEATS: readonly CaveatId[] = ["short_pct_float_is_a_lower_bound", "short_pct_float_partial_coverage"];

export const notInLatest = (ticker: string): ReasonText => ({
  short: `${ticker} is not in the latest short-interest report.`,
  full: `${ticker} is not in the latest short-interest report; settlement_date shows its last one.`,
});
/** The reason for an unknown float. It names a field that has a value. */
const floatUnknown = (why: string, inFull: string, field: string): ReasonText => ({
  short: `Float unknown: ${why}.`,
  full: `The percent of float is not computed: ${inFull}. Field ${field} is available.`,
});
const FLOAT_REASON_TEXTS: Readonly<Record<FloatReason, ReasonText>> = {
  no_affiliate_data: floatUnknown(
    "no affiliate holdings are known",
    "the shares that insiders and other affiliates hold are not known, and the float is what the others hold",
    "pctshares",
  ),
  multi_class_unresolved: floatUnknown(
    "several share classes",
    "the company has several share classes, and the shares of the one that is sold short are not known",
    "short_interest",
  ),
  denominator_invalid: floatUnknown("the filing's share count is not usable", "the count of shares outstanding in the filing is not usable", "short_interest"),
  float_non_positive: floatUnknown("affiliates hold all shares", "insiders and other affiliates report at least as many shares as there are", "pctshares"),
  not_latest_settlement: notInLatest("The ticker"),
};

const ofFloat = (say: Answering, { float, settlementDate }: ShortInterestRow, figure: (float: KnownFloat) => FamilyAnswer): FamilyAnswer =>
  "unknown" in float ? say.reasonOn(settlementDate, float.unknown, FLOAT_REASON_TEXTS[float.unknown]) : figure(float);

function days(say: Answering, row: ShortInterestRow): FamilyAnswer {
  if (row.daysToCoverCensored) {
    const volume = row.averageDailyVolume;
    const none = "Days to cover not available";
    return say.reasonOn(
      row.settlementDate,
      "days_to_cover_censored",
      volume === 0
        ? { short: `${none}: average volume is zero.`, full: `${none}: average volume is zero (source shows 999.99).` }
        : {
            short: `${none}: above 999.99.`,
            full:
              volume === undefined
                ? `${none}: the source shows its ceiling of 999.99, which means more, or no volume.`
                : `${none}: the source shows its ceiling of 999.99, with an average daily volume of ${volume} shares.`,
          },
    );
  }
  return row.daysToCover === undefined
    ? say.reasonOn(row.settlementDate, "not_stated", "The source states no days to cover.")
    : say.number(row.daysToCover, "days", row.settlementDate);
}

function shareOfOutstanding(say: Answering, row: ShortInterestRow): FamilyAnswer {
  const { outstanding, shortInterest, settlementDate } = row;
  if ("why" in outstanding) return say.reasonOn(settlementDate, outstanding.code, outstanding.why);
  const percent = rounded((shortInterest / outstanding.shares) * 100, 4);
  const share = say.number(percent, "%", settlementDate, "short_pct_shares_outstanding_is_not_float");
  const answer = row.outstandingOf ? { ...share, ...mergeProvenance([share, row.outstandingOf]) } : share;
  return doubted(answer, firstDoubt(SHORT_INTEREST_CHECKS, { short: shortInterest, outstanding: outstanding.shares }));
}

/** One figure of a settlement, or why it has no value. */
export function settlementFigure(say: Answering, row: ShortInterestRow, field: SettlementField): FamilyAnswer {
  const { settlementDate } = row;
  switch (field) {
    case "pctfloat":
      return ofFloat(say, row, ({ shares }) => say.number(rounded((row.shortInterest / shares) * 100, 4), "%", settlementDate, ...FLOAT_CAVEATS));
    case "confidence":
      return ofFloat(say, row, ({ confidence }) => say.text(confidence, settlementDate, ...FLOAT_CAVEATS));
    case "pctshares":
      return shareOfOutstanding(say, row);
    case "days":
      return days(say, row);
    case "short_interest":
      return say.number(row.shortInterest, "shares", settlementDate);
    case "avg_daily_volume":
      return row.averageDailyVolume === undefined
        ? say.reasonOn(settlementDate, "not_stated", "The source states no average daily volume.")
        : say.number(row.averageDailyVolume, "shares", settlementDate);
    case "change_pct":
      if (row.uncompared) return say.reasonOn(settlementDate, "share_basis_unknown", row.uncompared);
      if (row.changePct !== undefined) return say.number(row.changePct, "%", settlementDate);
      if (row.previousShortInterest === undefined) return say.reasonOn(settlementDate, "not_stated", "The source states no previous short interest.");
      if (row.previousShortInterest <= 0) return say.reasonOn(settlementDate, "denominator_invalid", "No shares were sold short at the previous settlement.");
      return say.number(rounded((row.shortInterest / row.previousShortInterest - 1) * 100, 4), "%", settlementDate);
  }
}
