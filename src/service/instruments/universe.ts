import { CURRENCIES, type Currency } from "../../contract/units";
import { UNIVERSE_TABLE } from "./universe-table";

export type InstrumentType = "common" | "adr" | "etf";

/** A covered symbol. Sectors follow the usual industry classification, from general knowledge. */
export interface Instrument {
  readonly ticker: string;
  readonly name: string;
  readonly sector: string;
  readonly subIndustry: string;
  readonly instrumentType: InstrumentType;
  /** The filer's reporting currency. Prices are always in USD. */
  readonly currency: Currency;
  /** The symbol that has the filer, shares and statements: this one, or the company's first share class. */
  readonly issuer: string;
  /** True if the company has several listed share classes. */
  readonly multiClass: boolean;
}

const ENTRY = /^([A-Z0-9.]+)(\+)?(?:~([A-Z]{3}))?(?:=([A-Z0-9.]+))? (.+)$/;

function read(entry: string, sector: string, subIndustry: string): Instrument {
  const m = ENTRY.exec(entry);
  const currency = CURRENCIES.find((c) => c === (m?.[3] ?? "USD"));
  if (!m?.[1] || !m[5] || !currency) throw new Error(`universe: cannot read "${entry}"`);
  const ticker = m[1];
  const instrumentType = sector === "Funds" ? "etf" : m[3] ? "adr" : "common";
  return {
    ticker,
    name: m[5],
    sector,
    subIndustry,
    instrumentType,
    currency,
    issuer: m[4] ?? ticker,
    multiClass: m[2] !== undefined || m[4] !== undefined,
  };
}

/** Every covered symbol, in the order of the table. */
export const UNIVERSE: readonly Instrument[] = Object.entries(UNIVERSE_TABLE).flatMap(([sector, groups]) =>
  Object.entries(groups).flatMap(([subIndustry, entries]) => entries.split("|").map((entry) => read(entry, sector, subIndustry))),
);

export const TICKERS: readonly string[] = UNIVERSE.map((i) => i.ticker);
const byTicker = new Map(UNIVERSE.map((i) => [i.ticker, i]));
/** Converts other spellings of a share class: BRK-B, BRK/B and BRK B to BRK.B. */
const spelled = (ticker: string): string => ticker.replace(/[-/ ]/g, ".");

/** True for a covered symbol in exactly this spelling. */
export const isListed = (ticker: string): boolean => byTicker.has(ticker);
/** The instrument of a symbol in upper case, or undefined. */
export const instrumentOf = (ticker: string): Instrument | undefined => byTicker.get(ticker) ?? byTicker.get(spelled(ticker));

/** One instrument per issuer: its first share class. */
export const ISSUERS: readonly Instrument[] = UNIVERSE.filter((i) => i.issuer === i.ticker);
