import type { Currency } from "../../../contract/units";
import type { Metric } from "../../../contract/vocabulary";
import { companyOf, type Company } from "../../sample/company";
import { industryOf } from "../../sample/industries";
import { between, chance, hash } from "../../sample/random";
import type { Instrument } from "../../sample/universe";

/** What kind of accounts a company keeps, beside its size: ratios to yearly revenue, and the lines that it does not state. */
export interface Profile {
  readonly company: Company;
  /** Month in which the fiscal year ends, 1 to 12. */
  readonly endMonth: number;
  /** The fiscal year ends on the month's last Saturday rather than on its last day. */
  readonly lastSaturday: boolean;
  /** Units of the reporting currency for one US dollar. */
  readonly aDollar: number;
  /** Gross profit of revenue; where none is stated, what the lines add up by. */
  readonly grossMargin: number;
  /** Share of operating expenses. */
  readonly research: number;
  readonly depreciation: number;
  readonly stockCompensation: number;
  readonly capex: number;
  readonly liabilities: number;
  /** Share of liabilities. */
  readonly debt: number;
  readonly notStated: ReadonlySet<Metric>;
}

/** Fiscal years that many know: a sample year that ends in December would look like a fault. */
const KNOWN_YEAR_ENDS: Readonly<Record<string, readonly [month: number, lastSaturday: boolean]>> = {
  AAPL: [9, true], MSFT: [6, false], NVDA: [1, true], GME: [1, true], WMT: [1, false], COST: [8, false], ORCL: [5, false], ADBE: [11, false], NKE: [5, false], CRM: [1, false],
  SNOW: [1, false], DELL: [1, true], HD: [1, true], LOW: [1, true], TGT: [1, true], MU: [8, true], AVGO: [10, true], CSCO: [7, true], V: [9, false], DIS: [9, true],
  FDX: [5, false], ACN: [8, false], TM: [3, false], SONY: [3, false], HMC: [3, false], TAK: [3, false], MUFG: [3, false], BABA: [3, false], INFY: [3, false], WIT: [3, false],
  STX: [6, false], WDC: [6, false], HPQ: [10, false], HPE: [10, false], AMAT: [10, false], ADI: [10, false], LRCX: [6, false], KLAC: [6, false], INTU: [7, false],
  QCOM: [9, false], PANW: [7, false], ZS: [7, false], CRWD: [1, false], OKTA: [1, false], WDAY: [1, false], SNPS: [10, false], ADSK: [1, false], MDB: [1, false],
  DOCU: [1, false], ZM: [1, false], TEAM: [6, false], MRVL: [1, true], MCHP: [3, false], SMCI: [6, false], FICO: [9, false], EA: [3, false], TTWO: [3, false], FOXA: [6, false],
  NWSA: [6, false], PG: [6, false], EL: [6, false], CLX: [6, false], SBUX: [9, false], TJX: [1, true], ROST: [1, true], BBY: [1, true], KR: [1, true], DG: [1, false],
  DLTR: [1, true], ULTA: [1, true], LULU: [1, false], KSS: [1, true], M: [1, true], WSM: [1, false], GPS: [1, true], CHWY: [1, false], DRI: [5, false], GIS: [5, false],
  TSN: [9, true], STZ: [2, false], CPB: [7, false], SYY: [6, true], WBA: [8, false], DE: [10, false], EMR: [9, false], DECK: [3, false], RL: [3, true], VFC: [3, true],
  UAA: [3, false], AZO: [8, true], LEN: [11, false], DHI: [9, false], CCL: [11, false], PTON: [6, false], MCK: [3, false], COR: [9, false], BDX: [9, false], MDT: [4, false],
  ADP: [6, false], CTAS: [5, false], APD: [9, false],
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

function unstated(i: Instrument, { dividend, known }: Company): ReadonlySet<Metric> {
  const lines = new Set<Metric>();
  if (BANK_GROUPS.has(i.subIndustry)) BANK_LINES.forEach((m) => lines.add(m));
  if (i.sector === "Real Estate" && i.subIndustry !== "Real Estate Services") PROPERTY_LINES.forEach((m) => lines.add(m));
  if (NO_RESEARCH.has(i.sector)) lines.add("research_and_development");
  if (NO_INVENTORY.has(i.subIndustry)) lines.add("inventory");
  if (dividend === 0) lines.add("dividends_per_share");
  // What everybody states of well-known companies is stated here too.
  if (known) return lines;
  if (chance(0.25, i.issuer, "no buybacks")) lines.add("buybacks");
  if (chance(0.15, i.issuer, "no goodwill")) lines.add("goodwill");
  if (chance(0.12, i.issuer, "no short debt")) lines.add("short_term_debt");
  return lines;
}

function yearEnd(i: Instrument): readonly [number, boolean] {
  const known = KNOWN_YEAR_ENDS[i.issuer];
  if (known) return known;
  if (companyOf(i).known) return [12, false];
  const u = hash(i.issuer, "year end");
  const month = u < 0.72 ? 12 : u < 0.82 ? 1 : u < 0.88 ? 9 : u < 0.94 ? 6 : 3;
  return [month, month === 1 && i.sector === "Consumer Discretionary"];
}

const profiles = new Map<string, Profile>();

/** The accounts that a company keeps in every year. Funds have none: do not ask. */
export function profileOf(i: Instrument): Profile {
  const known = profiles.get(i.issuer);
  if (known) return known;
  const company = companyOf(i);
  const usual = industryOf(i);
  const vary = (mean: number, what: string, spread: number): number => mean * between(1 - spread, 1 + spread, i.issuer, what);
  const [endMonth, lastSaturday] = yearEnd(i);
  const profile: Profile = {
    company,
    endMonth,
    lastSaturday,
    aDollar: A_DOLLAR[i.currency] ?? 1,
    grossMargin: company.grossMargin ?? 0.6,
    research: NO_RESEARCH.has(i.sector) ? 0 : Math.min(0.8, vary(usual.research, "research", 0.3)),
    depreciation: vary(usual.depreciation, "depreciation", 0.3),
    stockCompensation: vary(0.02, "stock", 0.8),
    capex: vary(usual.capex, "capex", 0.3),
    // A bank's balance goes by its capital, not by its revenue.
    liabilities: /Banks/.test(i.subIndustry)
      ? Math.abs(company.equity) * vary(11, "liabilities", 0.15)
      : Math.max(vary(usual.liabilities, "liabilities", 0.3), 1.6 * -company.equity),
    debt: between(0.15, 0.45, i.issuer, "debt"),
    notStated: unstated(i, company),
  };
  profiles.set(i.issuer, profile);
  return profile;
}
