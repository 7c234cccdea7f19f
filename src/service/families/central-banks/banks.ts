import { BANKS, BANK_NAMES, COUNTRIES, type Bank } from "../../../contract/vocabulary";
import type { IsoDate } from "../../../contract/dates";

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
