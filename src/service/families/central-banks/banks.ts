import type { IsoDate } from "../../../contract/dates";
import { type Bank, BANK_NAMES, BANKS, COUNTRIES } from "../../../contract/vocabulary";
import type { ReasonText } from "../../answers/answering";
import type { SourceId } from "../../records/attribution";
import type { Awaited } from "../awaited";

/** The level of one bank's policy rate on one day, with its history. Rates in percent, changes in percentage points. */
export interface PolicyRateRow {
  readonly kind: "row";
  readonly bank: Bank;
  /** The day that the rate describes. */
  readonly date: IsoDate;
  readonly rate: number;
  readonly rate_source: RateSource;
  /** The lagging source's level, if a faster source gave `rate`. */
  readonly superseded: { readonly rate: number; readonly date: IsoDate; readonly source: SourceId } | null;
  /** Change over a year; null with less than a year of history. */
  readonly change_over_year: number | null;
  /** Dated by the first of its month if only the month is known; null if the rate never changed. */
  readonly last_change: { readonly points: number; readonly date: IsoDate; readonly precision: "day" | "month" } | null;
  /** Which of the bank's rates it is, if that needs a note. */
  readonly note?: string;
}

/** The source stopped publishing. Its values are withheld. */
export interface StoppedRow {
  readonly kind: "stopped";
  readonly last: IsoDate;
}

/** No loaded value is public. */
export interface NotYetRow {
  readonly kind: "not_yet";
  /** The day of the first value, or the end of its period. */
  readonly first: IsoDate;
  /** Set if the first value is not after the service's date, and not public by its release rule. */
  readonly awaited?: Awaited;
}

export type BankRow = PolicyRateRow | StoppedRow | NotYetRow;

/** Why a policy rate is withheld. `of` names the country or area. */
export const stoppedText = (of: string, { last }: StoppedRow): ReasonText => ({
  short: `The source stopped publishing on ${last}.`,
  full: `The source of the policy rate of ${of} stopped publishing on ${last}. The last level is withheld, because it may have changed since.`,
});

/** Source of the newest level of a bank's rate. `fred` and `probe` are newer than `bis` and supersede it. */
export type RateSource = "bis" | "fred" | "probe";

/** Facts about a bank's rate besides its observations. */
interface BankFacts {
  readonly source: RateSource;
  /** First day with a rate. */
  readonly since: IsoDate;
  /** Last day with a rate, if the source stopped publishing. */
  readonly stopped?: IsoDate;
  /** True if the source dates changes by month only. */
  readonly monthPrecision: boolean;
}

const FIRST_DAY = "1988-01-01";
const SINCE: Partial<Record<Bank, IsoDate>> = {
  XM: "1999-01-01",
  CZ: "1993-01-01",
  PL: "1993-01-01",
  RO: "1996-01-01",
  RS: "2006-09-01",
  RU: "1992-06-01",
  MK: "1997-01-01",
  CO: "1995-04-01",
  PE: "2003-09-01",
  BR: "1996-07-01",
  TR: "1990-01-01",
};
const FASTER: Partial<Record<Bank, RateSource>> = { US: "fred", XM: "fred", GB: "probe", CA: "probe", JP: "probe", CH: "probe" };
const MONTH_PRECISION: ReadonlySet<Bank> = new Set<Bank>(["CN", "IN", "MA", "MK", "RS", "SA"]);
const STOPPED: Partial<Record<Bank, IsoDate>> = { AR: "2023-12-18" };

export function bankFacts(bank: Bank): BankFacts {
  const stopped = STOPPED[bank];
  return { source: FASTER[bank] ?? "bis", since: SINCE[bank] ?? FIRST_DAY, monthPrecision: MONTH_PRECISION.has(bank), ...(stopped ? { stopped } : {}) };
}

const ALPHA_3: Partial<Record<Bank, string>> = { IS: "ISL", MA: "MAR", MK: "MKD", MY: "MYS", PE: "PER", PH: "PHL", RO: "ROU", RS: "SRB", RU: "RUS", SA: "SAU" };
const FIRST_MEMBERS = ["AT", "BE", "DE", "ES", "FI", "FR", "IE", "IT", "LU", "NL", "PT"];
/** Countries that share the euro area's rate, with the day since which they do. */
export const EURO_MEMBERS: Readonly<Record<string, IsoDate>> = {
  ...Object.fromEntries(FIRST_MEMBERS.map((code) => [code, "1999-01-01"])),
  GR: "2001-01-01",
  SI: "2007-01-01",
  CY: "2008-01-01",
  MT: "2008-01-01",
  SK: "2009-01-01",
  EE: "2011-01-01",
  LV: "2014-01-01",
  LT: "2015-01-01",
  HR: "2023-01-01",
  BG: "2026-01-01",
};

const countryOf = new Map(COUNTRIES.map((c) => [c[0] as string, c]));
/** Name of a bank's country or area, such as "Switzerland" for CH. */
export const bankName = (bank: Bank): string => BANK_NAMES[bank] ?? countryOf.get(bank)?.[2] ?? bank;

/** Spellings of each bank's country or area in upper case: two letters, three letters, name. */
export const BANK_SPELLINGS: ReadonlyMap<string, Bank> = new Map(
  BANKS.flatMap((bank) => {
    const three = countryOf.get(bank)?.[1] ?? ALPHA_3[bank];
    return [bank, ...(three ? [three] : []), bankName(bank).toUpperCase()].map((s) => [s, bank] as const);
  }),
);
