import type { IsoDate } from "../../contract/dates";
import type { SourceId } from "./attribution";

/**
 * What kinds of rows are kept beside the numeric series, each with the shape of its body beside this file. `entity` is the name by which a
 * family looks its rows up: a ticker, a country, a market's code.
 */
export const DATASETS = [
  /** A filer: entity is the ticker, body the CIK and the name. */
  "filer",
  /** A listed security: entity is the symbol, body its CUSIP. */
  "security",
  /** One period of one company with all values that filings have stated for it; entity its CIK for full years, with a Q behind it for quarters. */
  "statement",
  /** One filing, dated by its day; entity the filer's CIK for periodic reports, with `/other` behind it for other forms. */
  "filing",
  /** One report of an insider with its open-market transactions, entity the ticker, or `cik:` and the issuer's CIK where there is none. */
  "insider_trade",
  /** One filing of an offering as a daily list of the SEC has it, entity `offering`. */
  "listed_filing",
  /** One filing of one offering, entity the symbol that it will trade under, or `group:` and its group key where it names none. */
  "offering",
  /** One settlement of one symbol. */
  "short_interest",
  /** One day of one symbol. */
  "short_volume",
  /** One disclosed trade of a member of Congress, entity the ticker. */
  "congress_trade",
  /** One filing of the House's index, entity its number. */
  "house_filing",
  /** One week of one futures market, entity its code. */
  "positions",
  /** One interval of one perpetual, entity the symbol. */
  "funding",
  /** What one contract of a venue stands for, entity the venue and its name of the contract. */
  "contract",
  /** One position that a venue closed by force, entity the symbol. */
  "liquidation",
  /** One large transfer on a chain, entity the asset. */
  "whale_transfer",
  /** Whose an address is, by the operator's own list; entity the address, or the name as their files write it. */
  "address_label",
  /** A stretch of time that one document speaks for without a gap, entity the dataset and the asset. */
  "coverage",
  /** The bids of one prediction market at one moment, entity its id. */
  "order_book",
  /** One prediction market on one day, entity its id. */
  "market",
  /** One day of one money-market rate, with volume and percentiles. */
  "money_rate",
  /** The average of one tenor's yield over one month, entity the tenor. */
  "rate_average",
  /** What the Treasury holds at the Federal Reserve at the close of one day, entity TGA. */
  "cash_balance",
  /** One hour of one keyword, entity the keyword in small letters. */
  "report_count",
  /** One daily price of one symbol, from the operator's own file. */
  "price",
  /** One split of one symbol, from the operator's own list; dated by the first session on the new share count. */
  "split",
] as const;
export type Dataset = (typeof DATASETS)[number];

/** Names and what they stand for: their date is that from which they count, and no day of the figures. */
export const UNDATED: ReadonlySet<Dataset> = new Set<Dataset>(["filer", "security", "contract", "address_label"]);

/** One row of a dataset as it is published. */
export interface RecordRow {
  readonly dataset: Dataset;
  readonly entity: string;
  /** The period that it describes: a settlement date, a period's end, the day of a trade. */
  readonly date: IsoDate;
  /** Tells the rows of one entity and date apart; empty where there is one only. */
  readonly key: string;
  /** The day from which it could be known: its filing, its disclosure, its publication. A service dated earlier does not serve it. */
  readonly known: IsoDate;
  readonly body: object;
  readonly source: SourceId;
}

/** A row as it is served. */
export interface Kept<T> {
  readonly entity: string;
  readonly date: IsoDate;
  readonly key: string;
  readonly known: IsoDate;
  readonly body: T;
  readonly source: SourceId;
}
