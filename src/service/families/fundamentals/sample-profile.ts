import type { Currency } from "../../../contract/units";
import type { Metric } from "../../../contract/vocabulary";
import { companyOf, type Company } from "../../sample/company";
import { industryOf, type Industry } from "../../sample/industries";
import { KNOWN_ACCOUNTS, type KnownAccounts } from "../../sample/known-accounts";
import { isBalanceSheetBusiness } from "../../sample/lenders";
import { between } from "../../sample/random";
import type { Instrument } from "../../instruments/universe";
import { quarterShares } from "./sample-seasons";
import { memoized } from "../../../contract/memoized";

type AssetShares = Readonly<Record<"cash" | "receivables" | "inventory" | "otherCurrent" | "plant" | "goodwill", number>>;

/** Fiscal years that do not end in December. */
const KNOWN_YEAR_ENDS: Readonly<Record<string, readonly [month: number, lastSaturday: boolean]>> = {
  LOGI: [3, false], LW: [5, false], MSGS: [6, false], OLLI: [1, true], PATH: [1, false], PCTY: [6, false], PFGC: [6, true], POST: [9, false], PVH: [1, true],
  QRVO: [3, true], RBRK: [1, false], RH: [1, true], RJF: [9, false], RYAAY: [3, false], S: [1, false], SWKS: [9, false], SJM: [4, false], TECH: [6, false],
  THO: [7, false], TOL: [10, false], NDSN: [10, false], UEC: [7, false], UI: [6, false], URBN: [1, false], UVV: [3, false], WGO: [8, true], WOLF: [6, true],
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
  PAYX: [5, false], PH: [6, false], ROK: [9, false], J: [9, false], JCI: [9, false], CPRT: [7, false], CAH: [6, false], NTAP: [4, false], JBL: [8, false], KMX: [2, false],
  TPR: [6, true], RMD: [6, false], MKC: [11, false], HRL: [10, false], CAG: [5, false], "BF.B": [4, false], ACI: [2, false], PTC: [9, false], KEYS: [10, false],
  BURL: [1, true], DKS: [1, true], PSTG: [1, false], TDG: [9, false], HOLX: [9, true], AMCR: [6, false], ADP: [6, false], CTAS: [5, false], APD: [9, false],
  AEO: [1, true], AI: [4, false], ALGM: [3, false], ANF: [1, true], ATO: [9, false], BAH: [3, false], BBWI: [1, true], BEN: [9, false], BILL: [6, false],
  BIRK: [9, false], BJ: [1, true], CIEN: [10, true], COHR: [6, false], COTY: [6, false], CRUS: [3, true], DDS: [1, true], DOCS: [3, false], DT: [3, false],
  DXC: [3, false], EAT: [6, false], ELF: [3, false], ESTC: [4, false], EXP: [3, false], FDS: [8, false], FIVE: [1, true], FL: [1, true], FLEX: [3, false],
  GEN: [3, false], GTLB: [1, false], GWRE: [7, false], KBH: [11, false], LITE: [6, true],
}; // prettier-ignore

/** Units of the currency per US dollar, approximate and constant: sample amounts only need the right size. */
const UNITS_PER_USD: Readonly<Partial<Record<Currency, number>>> = {
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
/** Utilities state the cost of running the network instead of overhead. */
const NO_OVERHEAD = "Utilities";

/** Lines that are stated only if the known accounts, or else the industry, have them. */
const OPTIONAL_LINES = { research: "research_and_development", inventory: "inventory", goodwill: "goodwill", stockCompensation: "stock_compensation" } as const;

function unstated(i: Instrument, { dividend }: Company): ReadonlySet<Metric> {
  const lines = new Set<Metric>();
  const usual = industryOf(i);
  const accounts = KNOWN_ACCOUNTS.get(i.issuer);
  if (BANK_GROUPS.has(i.subIndustry) || isBalanceSheetBusiness(i)) BANK_LINES.forEach((m) => lines.add(m));
  if (i.sector === "Real Estate" && i.subIndustry !== "Real Estate Services") PROPERTY_LINES.forEach((m) => lines.add(m));
  if (i.sector === NO_OVERHEAD) lines.add("sga");
  for (const [line, metric] of Object.entries(OPTIONAL_LINES) as [keyof typeof OPTIONAL_LINES, Metric][]) {
    const amount = accounts?.[line];
    if (amount === null || (amount === undefined && usual[line] === undefined)) lines.add(metric);
    else if (amount !== undefined) lines.delete(metric);
  }
  if (accounts?.debt === null) (["short_term_debt", "long_term_debt", "interest_expense"] as const).forEach((m) => lines.add(m));
  if (dividend === 0) lines.add("dividends_per_share");
  return lines;
}

const yearEnd = (i: Instrument): readonly [month: number, lastSaturday: boolean] => KNOWN_YEAR_ENDS[i.issuer] ?? [12, false];

type Line = Exclude<keyof KnownAccounts, "assets">;

/** A line as a share of revenue: from the known accounts, else the industry's with some variation. */
const lineOf =
  (i: Instrument, { revenue }: Company, usual: Industry) =>
  (line: Line): number => {
    const known = KNOWN_ACCOUNTS.get(i.issuer)?.[line];
    return known === undefined ? (usual[line] ?? 0) * between(0.75, 1.25, i.issuer, line) : (known ?? 0) / revenue;
  };

/** Liabilities per US dollar of equity of a bank, a card lender or another company with deposits. */
const BANK_LEVERAGE = 10.5;

function liabilitiesOf(i: Instrument, { revenue, equity }: Company, usual: Industry): number {
  const assets = KNOWN_ACCOUNTS.get(i.issuer)?.assets;
  if (assets) return assets / revenue - equity;
  const isBank = /Banks/.test(i.subIndustry) || (isBalanceSheetBusiness(i) && /Asset|Payment/.test(i.subIndustry));
  if (isBank) return Math.abs(equity) * BANK_LEVERAGE * between(0.85, 1.15, i.issuer, "liabilities");
  return Math.max(usual.liabilities * between(0.75, 1.25, i.issuer, "liabilities"), 1.6 * -equity);
}

/** Maximum share of current assets in total assets, and of plant and goodwill in the rest. */
const MAX_CURRENT = 0.75;
const MAX_FIXED_SHARE = 0.95;

/** Scales the lines down if they add up to more than total assets. */
function assetShares(lines: AssetShares): AssetShares {
  const { cash, receivables, inventory, otherCurrent, plant, goodwill } = lines;
  const current = cash + receivables + inventory + otherCurrent;
  const first = Math.min(1, MAX_CURRENT / current);
  const second = Math.min(1, (MAX_FIXED_SHARE * (1 - current * first)) / (plant + goodwill));
  return {
    cash: cash * first,
    receivables: receivables * first,
    inventory: inventory * first,
    otherCurrent: otherCurrent * first,
    plant: plant * second,
    goodwill: goodwill * second,
  };
}

/** Yearly cost of debt, as a fraction. */
export const INTEREST = 0.04;
/** Minimum overhead besides research, as a share of revenue. */
const MIN_OVERHEAD = 0.03;
const MIN_TAX = 0.05;
/** Maximum overhead in industries that book much of it as cost of revenue. */
const MAX_OVERHEAD: Readonly<Record<string, number>> = { Energy: 0.04, "Telecommunication Services": 0.27, "Cable and Broadcasting": 0.38 };
const maxOverhead = ({ sector, subIndustry }: Instrument): number | undefined =>
  /REITs/.test(subIndustry) ? 0.08 : (MAX_OVERHEAD[sector] ?? MAX_OVERHEAD[subIndustry]);

/** Gross margin of companies that state none: an insurer pays out most of its revenue, a bank loses little of it to bad loans. */
const unstatedGrossMargin = (i: Instrument, operating: number): number =>
  i.subIndustry === "Insurance" && isBalanceSheetBusiness(i) ? Math.min(0.95, operating + 0.13) : 0.94;

/** Ratios of a company's accounts, to yearly revenue unless noted, the same in every year, and the lines that it does not state. Not for funds: they have no accounts. */
export const profileOf = memoized(makeProfile, { by: (i) => i.issuer });

function makeProfile(i: Instrument) {
  const company = companyOf(i);
  const { netMargin, equity } = company;
  const usual = industryOf(i);
  const line = lineOf(i, company, usual);
  const [endMonth, lastSaturday] = yearEnd(i);

  const liabilities = liabilitiesOf(i, company, usual);
  const debt = Math.min(0.75, line("debt") / liabilities);
  const payables = Math.min(((usual.payables ?? 0) * between(0.75, 1.25, i.issuer, "payables")) / liabilities, 0.45 * (1 - debt));
  const assets = equity + liabilities;
  const onDeposits = isBalanceSheetBusiness(i) && i.subIndustry !== "Insurance" ? (i.subIndustry === "Capital Markets" ? 1.5 : 1) : undefined;

  const research = line("research");
  const interest = onDeposits === undefined ? debt * liabilities * INTEREST : 0;
  const drawnTax = between(0.14, 0.24, i.issuer, "tax");
  const room = (company.grossMargin ?? 1) - research - MIN_OVERHEAD - interest;
  const taxRate = netMargin <= 0 ? drawnTax : room <= netMargin ? MIN_TAX : Math.max(MIN_TAX, Math.min(drawnTax, 1 - netMargin / room));
  const operating = (netMargin <= 0 ? netMargin : netMargin / (1 - taxRate)) + interest;
  const gross = company.grossMargin ?? unstatedGrossMargin(i, operating);
  const overhead = maxOverhead(i);
  const grossMargin = overhead === undefined || operating <= 0 ? gross : Math.min(gross, operating + research + overhead);
  return {
    company,
    /** Month in which the fiscal year ends, 1 to 12. */
    endMonth,
    /** True if the fiscal year ends on the month's last Saturday instead of its last day. */
    lastSaturday,
    /** Weights of the fiscal quarters in a year's revenue. They sum to 4. */
    quarters: quarterShares(i, endMonth),
    /** Units of the reporting currency per US dollar. */
    unitsPerUsd: UNITS_PER_USD[i.currency] ?? 1,
    /** Used for the other lines even if the company does not state it. */
    grossMargin,
    research,
    depreciation: line("depreciation"),
    stockCompensation: line("stockCompensation"),
    capex: line("capex"),
    liabilities,
    taxRate,
    /** Share of the usual noise in earnings: less if expenses are too small to absorb it. */
    variability: operating <= 0 ? 1 : Math.max(0.1, Math.min(1, (grossMargin - research - operating) / operating)),
    /** Shares of total liabilities, and then of total assets. */
    debt,
    shortDebt: between(0.03, 0.2, i.issuer, "short debt"),
    payables,
    otherCurrentLiabilities: (1 - debt - payables) * between(0.3, 0.5, i.issuer, "current liabilities"),
    assets: assetShares({
      cash: line("cash") / assets,
      receivables: ((usual.receivables ?? 0) * between(0.75, 1.25, i.issuer, "receivables")) / assets,
      inventory: line("inventory") / assets,
      otherCurrent: between(0.02, 0.1, i.issuer, "current assets"),
      plant: line("plant") / assets,
      goodwill: line("goodwill") / assets,
    }),
    /** Banks and securities firms: yearly interest on all liabilities, as a multiple of the cost of deposits. Undefined for companies that pay interest on debt alone. */
    onDeposits,
    notStated: unstated(i, company),
  };
}
