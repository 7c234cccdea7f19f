import type { Currency } from "../../../contract/units";
import type { Metric } from "../../../contract/vocabulary";
import { between, chance, hash, logBetween } from "../../sample/random";
import type { Instrument } from "../../sample/universe";
import { samplePrice, sampleShares } from "../prices/sample";

/** What kind of accounts a company keeps: ratios to revenue, and the lines that it does not state. */
export interface Profile {
  /** Month in which the fiscal year ends, 1 to 12. */
  readonly endMonth: number;
  /** The fiscal year ends on the month's last Saturday rather than on its last day. */
  readonly lastSaturday: boolean;
  /** Yearly revenue in the reporting currency at the start of 2024. */
  readonly revenue: number;
  readonly growth: number;
  readonly cost: number;
  readonly research: number;
  readonly sga: number;
  readonly depreciation: number;
  readonly stockCompensation: number;
  readonly capex: number;
  readonly assets: number;
  readonly liabilities: number;
  readonly debt: number;
  readonly payout: number;
  readonly notStated: ReadonlySet<Metric>;
}

/** Share of revenue by sector: cost of revenue, research, selling and administration, capital spending, assets; last, price to sales. */
const SECTORS: Readonly<Record<string, readonly [cost: number, research: number, sga: number, capex: number, assets: number, sales: number]>> = {
  "Information Technology": [0.42, 0.16, 0.2, 0.06, 1.4, 5],
  "Communication Services": [0.48, 0.07, 0.22, 0.09, 1.7, 2.6],
  "Consumer Discretionary": [0.62, 0.02, 0.25, 0.04, 0.9, 1.4],
  "Consumer Staples": [0.65, 0.01, 0.22, 0.03, 0.9, 1.5],
  "Health Care": [0.42, 0.17, 0.25, 0.04, 1.5, 3.6],
  Financials: [0.3, 0.02, 0.35, 0.03, 6, 3],
  Industrials: [0.66, 0.03, 0.16, 0.04, 1.1, 1.9],
  Energy: [0.66, 0.005, 0.08, 0.12, 1.5, 1.2],
  Materials: [0.68, 0.015, 0.1, 0.08, 1.3, 1.5],
  Utilities: [0.55, 0, 0.12, 0.3, 4, 2],
  "Real Estate": [0.4, 0, 0.15, 0.15, 7, 6],
};

/** Fiscal years that many know: a sample year that ends in December would look like a fault. */
const KNOWN_YEAR_ENDS: Readonly<Record<string, readonly [month: number, lastSaturday: boolean]>> = {
  AAPL: [9, true], MSFT: [6, false], NVDA: [1, true], GME: [1, true], WMT: [1, false], COST: [8, false], ORCL: [5, false], ADBE: [11, false], NKE: [5, false], CRM: [1, false],
  SNOW: [1, false], DELL: [1, true], HD: [1, true], LOW: [1, true], TGT: [1, true], MU: [8, true], AVGO: [10, true], CSCO: [7, true], V: [9, false], DIS: [9, true],
  FDX: [5, false], ACN: [8, false], TM: [3, false], SONY: [3, false], HMC: [3, false], TAK: [3, false], MUFG: [3, false], BABA: [3, false], INFY: [3, false], WIT: [3, false],
}; // prettier-ignore

/** Units of the currency for one US dollar, roughly and for ever: sample amounts only need the right size. */
const A_DOLLAR: Readonly<Partial<Record<Currency, number>>> = {
  EUR: 0.9,
  GBP: 0.8,
  JPY: 140,
  CNY: 7,
  TWD: 31,
  INR: 83,
  BRL: 5,
  MXN: 18,
  SEK: 10.5,
  DKK: 6.8,
  CAD: 1.35,
};

const BANK_GROUPS: ReadonlySet<string> = new Set(["Diversified Banks", "Regional Banks", "Insurance", "Asset Management", "Capital Markets"]);
const BANK_LINES: readonly Metric[] = [
  "cost_of_revenue",
  "gross_profit",
  "research_and_development",
  "operating_income",
  "inventory",
  "receivables",
  "current_assets",
  "current_liabilities",
  "accounts_payable",
];
const PROPERTY_LINES: readonly Metric[] = ["cost_of_revenue", "gross_profit", "research_and_development", "inventory", "current_assets", "current_liabilities"];
const NO_RESEARCH: ReadonlySet<string> = new Set(["Utilities", "Energy", "Real Estate", "Financials", "Consumer Staples"]);
const NO_INVENTORY: ReadonlySet<string> = new Set([
  "Systems Software",
  "Application Software",
  "IT Services",
  "Interactive Media",
  "Payment Services",
  "Financial Exchanges and Data",
  "Commercial Services",
  "Managed Health Care",
  "Real Estate Services",
]);

function unstated(i: Instrument, paysDividends: boolean): ReadonlySet<Metric> {
  const lines = new Set<Metric>();
  if (BANK_GROUPS.has(i.subIndustry)) BANK_LINES.forEach((m) => lines.add(m));
  if (i.sector === "Real Estate" && i.subIndustry !== "Real Estate Services") PROPERTY_LINES.forEach((m) => lines.add(m));
  if (NO_RESEARCH.has(i.sector)) lines.add("research_and_development");
  if (NO_INVENTORY.has(i.subIndustry)) lines.add("inventory");
  if (!paysDividends) lines.add("dividends_per_share");
  if (chance(0.25, i.issuer, "no buybacks")) lines.add("buybacks");
  if (chance(0.15, i.issuer, "no goodwill")) lines.add("goodwill");
  if (chance(0.12, i.issuer, "no short debt")) lines.add("short_term_debt");
  return lines;
}

function yearEnd(i: Instrument): readonly [number, boolean] {
  const known = KNOWN_YEAR_ENDS[i.issuer];
  if (known) return known;
  const u = hash(i.issuer, "year end");
  const month = u < 0.72 ? 12 : u < 0.82 ? 1 : u < 0.88 ? 9 : u < 0.94 ? 6 : 3;
  return [month, month === 1 && i.sector === "Consumer Discretionary"];
}

const profiles = new Map<string, Profile>();

/** The accounts that a company keeps in every year. Funds have none: do not ask. */
export function profileOf(i: Instrument): Profile {
  const known = profiles.get(i.issuer);
  if (known) return known;
  const [cost, research, sga, capex, assets, sales] = SECTORS[i.sector] ?? [0.6, 0.02, 0.2, 0.05, 1.2, 2];
  const vary = (mean: number, what: string, spread = 0.35): number => mean * between(1 - spread, 1 + spread, i.issuer, what);
  const losing = i.place > 2 && chance(0.16, i.issuer, "losing");
  const paysDividends = !losing && chance(0.62, i.issuer, "dividends");
  const [endMonth, lastSaturday] = yearEnd(i);
  const marketValue = samplePrice(i.issuer, "2024-01-02") * sampleShares(i.issuer, "2024-01-02");
  const profile: Profile = {
    endMonth,
    lastSaturday,
    revenue: (marketValue / (sales * logBetween(0.5, 2, i.issuer, "sales"))) * (A_DOLLAR[i.currency] ?? 1),
    growth: between(0.02, 0.11, i.issuer, "growth"),
    cost: vary(cost, "cost", 0.15),
    research: NO_RESEARCH.has(i.sector) ? 0 : vary(research, "research"),
    sga: vary(sga, "sga", 0.25) + (losing ? between(0.2, 0.7, i.issuer, "burn") : 0),
    depreciation: vary(0.045, "depreciation"),
    stockCompensation: vary(0.03, "stock", 0.8),
    capex: vary(capex, "capex", 0.4),
    assets: vary(assets, "assets", 0.3),
    liabilities:
      i.place > 0 && chance(0.06, i.issuer, "negative equity")
        ? between(1.02, 1.3, i.issuer, "liabilities")
        : between(0.3, i.sector === "Financials" ? 0.92 : 0.78, i.issuer, "liabilities"),
    debt: between(0.1, 0.5, i.issuer, "debt"),
    payout: paysDividends ? between(0.15, 0.6, i.issuer, "payout") : 0,
    notStated: unstated(i, paysDividends),
  };
  profiles.set(i.issuer, profile);
  return profile;
}
