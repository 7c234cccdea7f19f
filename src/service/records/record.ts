import type { IsoDate } from "../../contract/dates";
import type { SourceId } from "./attribution";

/** Body of a `left_out` record: one line of a document that could not be read. The document's other lines count. */
export interface LeftOut {
  /** The document's own number or name, as a person finds it: `20026590`, an accession number. */
  readonly document: string;
  /** The line, as far as it was read, so that a person finds it in the document. */
  readonly line: string;
  /** What was expected and what came, without a full stop. */
  readonly why: string;
  /** The ticker, if the line names one. */
  readonly ticker: string | null;
}

/** A line that was left out. `place` is its number in the document. The entity is the publisher's id. */
export const leftOutRow = (source: SourceId, date: IsoDate, known: IsoDate, place: number, body: LeftOut): RecordRow => ({
  dataset: "left_out",
  entity: source,
  date,
  key: `${body.document} ${place}`,
  known,
  body,
  source,
});

/** One line that was left out, in a sentence without a full stop. */
export const leftOutInWords = ({ document, line, why }: LeftOut): string => `${document}: ${JSON.stringify(line)} was left out: ${why}`;

/** One observation as stated in a file, in the series' unit. `value: null` means that the publisher lists it as missing (a holiday). */
export interface PublishedRow {
  readonly series: string;
  readonly date: IsoDate;
  readonly value: number | null;
  readonly source: SourceId;
  /** When its publisher published this value, in milliseconds since 1970, if the document states it. Then a date may have several values. */
  readonly published?: number | undefined;
  /** The document's oldest vintage has this value, but did not publish it first. */
  readonly olderThanFile?: true | undefined;
}

/**
 * The kinds of records, stored besides the numeric series. The type of each body is in this folder. `entity` is the key by which a
 * family finds its rows: a ticker, a country, a market's code.
 */
export const DATASETS = [
  /** A filer: entity is the ticker, body the CIK and the name. */
  "filer",
  /** A listed security: entity is the symbol, body its CUSIP. */
  "security",
  /** One price of one security in the SEC's list of fails to deliver, near a quarter's end; entity its CUSIP. */
  "fail_price",
  /** One period of one company with all values that filings have stated for it; entity its CIK for full years, with the suffix Q for quarters. */
  "statement",
  /** One filing, dated by its day; entity the filer's CIK for periodic reports, with the suffix `/other` for other forms. */
  "filing",
  /** One report of an insider with its open-market transactions, entity the ticker, or `cik:` and the issuer's CIK if it has no ticker. */
  "insider_trade",
  /** One filing of an offering from a daily list of the SEC, entity `offering`. */
  "listed_filing",
  /** One filing of one offering, entity its future symbol, or `group:` and its group key if it names none. */
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
  /** Size of one contract of a venue, entity the venue and its contract name. */
  "contract",
  /** One position that a venue liquidated, entity the symbol. */
  "liquidation",
  /** One large transfer on a chain, entity the asset. */
  "whale_transfer",
  /** Owner of an address, from the operator's list; entity the address, or the name as written in the operator's files. */
  "address_label",
  /** A period that one document covers without a gap, entity the dataset and the asset. */
  "coverage",
  /** The bids of one prediction market at one moment, entity its id. */
  "order_book",
  /** One prediction market on one day, entity its id. */
  "market",
  /** One day of one money-market rate, with volume and percentiles. */
  "money_rate",
  /** The average of one tenor's yield over one month, entity the tenor. */
  "rate_average",
  /** The Treasury's balance at the Federal Reserve at the close of one day, entity TGA. */
  "cash_balance",
  /** One hour of one keyword, entity the keyword in lower case. */
  "report_count",
  /** One daily price of one symbol, from the operator's own file. */
  "price",
  /** One line of a document that could not be read, entity the publisher. */
  "left_out",
  /** One split of one symbol, from the operator's own list; dated by the first session on the new share count. */
  "split",
  /** One forecast of one observation, from the operator's own file; entity the series, date that of the observation, key when the forecast was made. */
  "forecast",
] as const;
export type Dataset = (typeof DATASETS)[number];

/** Datasets that map names. Their date is the day from which the mapping applies, not an observation date. */
export const UNDATED: ReadonlySet<Dataset> = new Set<Dataset>(["filer", "security", "contract", "address_label"]);

/**
 * Looks up stored rows, to compare with or for what a document needs but does not contain, such as the price that values an amount: the entity's newest row on or
 * before a day that was known by then. Sample rows are never among them.
 */
export type FindStored = <T>(dataset: Dataset, entity: string, day: IsoDate) => { readonly date: IsoDate; readonly body: T } | undefined;

/** One published row of a dataset. */
export interface RecordRow {
  readonly dataset: Dataset;
  readonly entity: string;
  /** Observation date: a settlement date, a period's end, the day of a trade. */
  readonly date: IsoDate;
  /** Distinguishes rows of the same entity and date; empty if there is only one. */
  readonly key: string;
  /** The day on which it became public: filing, disclosure or publication. A service with an earlier date does not serve it. */
  readonly known: IsoDate;
  readonly body: object;
  readonly source: SourceId;
}

/** A stored row. */
export interface StoredRecord<T> extends Omit<RecordRow, "dataset" | "body"> {
  readonly body: T;
}
