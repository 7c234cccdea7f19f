import type { IsoDate } from "../../contract/dates";

/** One open-market transaction of an insider as filed on Form 4. Value in US dollars. */
export interface InsiderTrade {
  readonly traded: IsoDate;
  readonly filed: IsoDate;
  readonly side: "buy" | "sell";
  readonly shares: number;
  readonly value: number;
  readonly role: string;
}

/** One open-market line of a report. `price` and `value` are null where the report states none. */
export interface ReportedTrade {
  readonly traded: IsoDate;
  readonly side: "buy" | "sell";
  readonly shares: number;
  readonly price: number | null;
  readonly value: number | null;
}

/** One of those who file a report together, with what the report says of their place in the company. */
export interface ReportOwner {
  readonly cik: string;
  readonly name: string;
  /** Undefined in a report that was imported before it was kept. */
  readonly place?: {
    readonly director: boolean;
    readonly officer: boolean;
    readonly ten_percent: boolean;
    /** An officer's title as filed; null where none is stated. */
    readonly title: string | null;
  };
}

/**
 * Body of an `insider_trade` record: one report of one owner (Form 4 or 5) with its purchases and sales in the open market, dated by the newest transaction of
 * any kind in it. One without any still says that there was a report.
 */
export interface InsiderReport {
  readonly form: string;
  /** The period that the report names; an amendment names that of the report which it replaces. */
  readonly period: IsoDate;
  /** The day on which the amended report was filed, as an amendment states it; undefined in any other, and in those imported before it was kept. */
  readonly original?: IsoDate;
  readonly owners: readonly ReportOwner[];
  /** Title or role of the first owner. */
  readonly role: string;
  readonly isChief: boolean;
  /** Made under a plan by rule 10b5-1; null before forms asked for it in April 2023: unknown, not false. */
  readonly plan10b5_1: boolean | null;
  readonly trades: readonly ReportedTrade[];
}
