import type { IsoDate } from "../contract/dates";

/** Where a reading stands: its line in the document, counted from 1. Facts of a JSON document have no line of their own. */
interface Placed {
  readonly line?: number;
}

/** One fact of a company-facts document, in the SEC's own terms. Source: data.sec.gov/api/xbrl/companyfacts. */
export interface FactReading extends Placed {
  readonly kind: "fact";
  /** Taxonomy and tag: `us-gaap:Revenues`. */
  readonly tag: string;
  /** `USD`, `USD/shares`, `shares`. */
  readonly unit: string;
  /** Undefined for a value on one day. */
  readonly start: IsoDate | undefined;
  readonly end: IsoDate;
  readonly value: number;
  readonly accession: string;
  readonly form: string;
  readonly filed: IsoDate;
}

/** The head of a Form 13F: from the submission's header and its cover page. Totals as typed, in the table's unit. */
export interface CoverReading extends Placed {
  readonly kind: "cover";
  readonly accession: string;
  readonly form: string;
  readonly cik: string;
  readonly period: IsoDate;
  readonly filed: IsoDate;
  /** True for an amendment of the type NEW HOLDINGS. */
  readonly adds: boolean;
}

/** One line of a Form 13F information table. */
export interface HoldingReading extends Placed {
  readonly kind: "holding";
  readonly accession: string;
  readonly cusip: string;
  readonly issuer: string;
  /** As typed: in dollars or in thousands. */
  readonly typedValue: number;
  readonly amount: number;
  /** False for principal amounts of bonds, for puts and calls, and for a line without a CUSIP (zeros, N/A). */
  readonly isShares: boolean;
}

/** The head of a Form 4 or 5. `filed` is in the submission's header only. */
export interface OwnershipReading extends Placed {
  readonly kind: "ownership";
  readonly form: string;
  readonly period: IsoDate;
  readonly original: IsoDate | undefined;
  readonly filed: IsoDate | undefined;
  readonly issuer: string;
  /** The symbols that the issuer's line names, in upper case with a point before the class. */
  readonly symbols: readonly string[];
  /** CIKs of the reporting owners, without leading zeros. */
  readonly owners: readonly string[];
  readonly plan10b5: boolean | undefined;
}

/** One transaction of Table I of a Form 4 or 5. */
export interface TransactionReading extends Placed {
  readonly kind: "transaction";
  readonly date: IsoDate;
  readonly code: string;
  /** Undefined if not stated. */
  readonly disposed: boolean | undefined;
  readonly shares: number | undefined;
  readonly price: number | undefined;
  readonly security: string;
}

/** One line of a FINRA short-interest file. */
export interface ShortInterestReading extends Placed {
  readonly kind: "short interest";
  readonly symbol: string;
  readonly settlement: IsoDate;
  readonly short: number;
  readonly previous: number | undefined;
  readonly averageVolume: number | undefined;
  /** As published: 999.99 is the ceiling. */
  readonly daysToCover: number | undefined;
  readonly changePercent: number | undefined;
  readonly revised: boolean;
}

/** One trade of a House periodic transaction report. */
export interface HouseTradeReading extends Placed {
  readonly kind: "house trade";
  readonly owner: string | undefined;
  readonly asset: string;
  readonly ticker: string | undefined;
  readonly type: string;
  readonly traded: IsoDate;
  readonly notified: IsoDate;
  readonly low: number | undefined;
  /** Undefined for a range without an upper bound. */
  readonly high: number | undefined;
  readonly status: string | undefined;
  readonly subHolding: string | undefined;
  /** The day of the signature: no trade is later. */
  readonly signed: IsoDate | undefined;
}

/** One flat fact of a document, in the publisher's own terms. Nothing is chosen or corrected yet. */
export type Reading = FactReading | CoverReading | HoldingReading | OwnershipReading | TransactionReading | ShortInterestReading | HouseTradeReading;
