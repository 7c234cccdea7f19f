import type { IsoDate } from "../../../contract/dates";
import { rounded } from "../../../contract/rounded";
import { type Metric, RV_METRICS, type RvMetric } from "../../../contract/vocabulary";
import { jointOrigin, type Origin, type ReasonText } from "../../answers/answering";
import { gapIn, gapText } from "../../answers/maximum-age";
import type { Instrument } from "../../instruments/universe";
import { type Close, splitInWords } from "../../records/equities";
import { isBalanceSheetBusiness } from "../../sample/lenders";
import { notStated } from "../fundamentals/fundamentals";
import type { Statement } from "../fundamentals/rows";
import { type Comparable, noPrice, refusalOf, tooFewCloses } from "../prices/prices";
import { totalReturnPct } from "../prices/returns";
import { basisUnknown, returnRefused } from "../share-basis/doubt-in-words";
import { type Doubt, inShares, isDoubt, type Shares } from "../share-basis/share-basis";

/** Why a metric of a company is refused; each is also the code of the answer. */
export const REFUSALS = [
  "adr_multiples_refused",
  "price_return_split_refused",
  "share_basis_unknown",
  "negative_denominator",
  "not_meaningful",
  "no_price",
  "not_stated",
  "stale",
] as const;
type Refusal = (typeof REFUSALS)[number];

/** A metric with the period that it describes, or why there is none. Its origin is sample if any input is sample. `doubt`: why an input may be wrong, in a sentence. */
export type MeasuredMetric = Origin &
  (
    | { readonly value: number; readonly observed: IsoDate; readonly note?: string; readonly doubt?: string }
    | { readonly refusal: Refusal; readonly why: ReasonText }
  );

/** All metrics of one company on one service date. */
export type RvRow = ReturnType<typeof measure>;

/** Sessions in the windows of the price returns. */
const WINDOWS = { return_1m: 21, return_3m: 63, return_12m: 252 } as const;
/** Closes that all windows need. */
export const CLOSES_NEEDED = WINDOWS.return_12m + 1;

/** Thrown by a formula and caught by `measure`. Not an Error: many companies refuse several metrics, and each Error records a stack. */
class Refused {
  constructor(
    readonly refusal: Refusal,
    readonly why: ReasonText,
  ) {}
}
const refuse = (refusal: Refusal, why: ReasonText): never => {
  throw new Refused(refusal, why);
};

/** Inputs of one company's metrics. Statements are full fiscal years; the price is the last close of the issuer's first class. */
interface Inputs {
  readonly instrument: Instrument;
  readonly year: Statement | undefined;
  readonly yearBefore: Statement | undefined;
  /** Closes of the symbol itself. */
  readonly comparable: Comparable;
  /** Date of the symbol's own last close. It dates the returns. */
  readonly priceDate: IsoDate | undefined;
  /** Last close of the class that the statements count shares of. It dates the multiples. */
  readonly issuerPrice: Pick<Close, "close" | "date"> | undefined;
  /** Shares at that close per share of a figure of the year. */
  readonly sharesAtPrice: (metric: Metric) => Shares | Doubt;
  /** Why the newest price or statement is too old to compare. */
  readonly tooOld: { readonly price?: ReasonText | undefined; readonly year?: ReasonText | undefined };
  /** True if the closes are published. Only then can days be missing. */
  readonly ownCloses: boolean;
  /** Origins of the statements and of the prices. A margin uses no price, and a return no statement. */
  readonly statements: Origin;
  readonly prices: Origin;
}

/** Name of a metric in a sentence. */
const NAMES: Readonly<Record<RvMetric, string>> = {
  pe: "P/E",
  ps: "P/S",
  pb: "P/B",
  ev_to_revenue: "EV/revenue",
  ev_to_operating_income: "EV/operating income",
  fcf_yield: "FCF yield",
  dividend_yield: "Dividend yield",
  net_debt_to_ocf: "Net debt/operating cash flow",
  gross_margin: "Gross margin",
  operating_margin: "Operating margin",
  net_margin: "Net margin",
  revenue_growth: "Revenue growth",
  roe: "ROE",
  return_1m: "The 1-month return",
  return_3m: "The 3-month return",
  return_12m: "The 12-month return",
};

/** Adds a note to a value. */
type Note = (text: string) => void;

type Formula = (note: Note) => number;

/** The formula of the market value in US dollars, and those of the metrics. */
interface Formulas {
  readonly marketValue: Formula;
  readonly metrics: { readonly [M in RvMetric]: Formula };
  /** Why the inputs of the formulas run since it was cleared may be wrong, in a sentence each. */
  readonly doubts: Set<string>;
}

/** Reads figures of statements. An unknown figure refuses the metric, and a doubtful one is noted in `doubts`. */
const figureReader =
  ({ instrument, tooOld }: Inputs, doubts: Set<string>) =>
  (statement: Statement | undefined, metric: Metric): number => {
    if (tooOld.year) return refuse("stale", tooOld.year);
    const doubt = statement?.doubtOf?.(metric);
    if (doubt !== undefined) doubts.add(doubt);
    return (
      statement?.figure(metric) ??
      refuse(
        "not_stated",
        statement
          ? notStated(instrument.ticker, statement, metric)
          : {
              short: `Not known: ${metric} of the previous year.`,
              full: `No annual filing of ${instrument.ticker} with ${metric} for the previous year is known. Import its company facts from the SEC.`,
            },
      )
    );
  };

const over = (numerator: number, denominator: number, metric: RvMetric, name: string): number =>
  denominator > 0
    ? numerator / denominator
    : refuse("negative_denominator", {
        short: `Not meaningful: ${name} is zero or negative.`,
        full: `${NAMES[metric]} is not meaningful: ${name} is zero or negative.`,
      });

function lastPrice({ instrument, issuerPrice, tooOld }: Inputs): number {
  if (instrument.instrumentType === "adr")
    refuse("adr_multiples_refused", {
      short: "Not computed for a depositary receipt.",
      full: `${instrument.ticker} is a depositary receipt with an unknown share ratio, so its market value and multiples are not computed. Margins and returns are.`,
    });
  if (tooOld.price) refuse("stale", tooOld.price);
  return issuerPrice?.close ?? refuse("no_price", noPrice(instrument.ticker));
}

function priceReturn(metric: keyof typeof WINDOWS, { instrument, comparable, tooOld, ownCloses }: Inputs): number {
  if (tooOld.price) refuse("stale", tooOld.price);
  const needed = WINDOWS[metric] + 1;
  const window: Comparable = { ...comparable, closes: comparable.closes.slice(-needed) };
  const isWhole = window.closes.length === needed;
  // A doubt about closes before the window does not matter.
  const refusal = refusalOf(isWhole ? { closes: window.closes } : window);
  if (refusal) refuse("price_return_split_refused", returnRefused(refusal));
  if (!isWhole) refuse("no_price", window.closes.length === 0 ? noPrice(instrument.ticker) : tooFewCloses(instrument.ticker, window.closes.length, needed));
  const gap = ownCloses ? gapIn("closes", window.closes) : undefined;
  if (gap) refuse("no_price", gapText("closes", `${NAMES[metric]} of ${instrument.ticker}`, gap));
  return totalReturnPct(window.closes);
}

function formulas(inputs: Inputs): Formulas {
  const { instrument, year, yearBefore } = inputs;
  const doubts = new Set<string>();
  const of = figureReader(inputs, doubts);
  const stated = (metric: Metric): number => of(year, metric);
  const price = (): number => lastPrice(inputs);
  /** A share count or a per-share figure, in shares of the price. */
  const inSharesOfPrice = (metric: Metric, note: Note): number => {
    const value = stated(metric);
    const shares = inputs.sharesAtPrice(metric);
    if (isDoubt(shares)) return refuse("share_basis_unknown", basisUnknown(shares));
    for (const split of shares.splits) note(`${metric} adjusted for the ${splitInWords(split.ratio)} split of ${split.by}`);
    return inShares(metric, value, shares);
  };
  const marketValue = (note: Note): number => price() * inSharesOfPrice("shares_outstanding", note);
  // An unstated part of the debt is unknown, not zero, so both are needed.
  const debt = (): number => stated("long_term_debt") + stated("short_term_debt");
  const netDebt = (metric: RvMetric): number => {
    if (isBalanceSheetBusiness(instrument))
      refuse("not_meaningful", {
        short: "Not meaningful for a bank, insurer or lender.",
        full: `${NAMES[metric]} is not meaningful for ${instrument.ticker}: deposits, reserves and customers' money are not net debt. P/E, P/B and ROE compare such companies.`,
      });
    return debt() - stated("cash");
  };
  const enterpriseValue = (metric: RvMetric, note: Note): number => {
    const owed = netDebt(metric);
    return marketValue(note) + owed;
  };
  const revenueBefore = (): number => {
    if (year && yearBefore && year.currency !== yearBefore.currency)
      refuse("not_meaningful", {
        short: `Not meaningful: ${yearBefore.currency} before, ${year.currency} since.`,
        full: `Revenue growth is not meaningful: ${instrument.ticker} reported ${yearBefore.period} in ${yearBefore.currency} and ${year.period} in ${year.currency}.`,
      });
    return of(yearBefore, "revenue");
  };
  const ofRevenue = (figure: Metric, metric: RvMetric) => () => 100 * over(stated(figure), stated("revenue"), metric, "revenue");
  return {
    marketValue,
    doubts,
    metrics: {
      pe: (note) => over(price(), inSharesOfPrice("eps_diluted", note), "pe", "diluted EPS"),
      ps: (note) => over(marketValue(note), stated("revenue"), "ps", "revenue"),
      pb: (note) => over(marketValue(note), stated("equity"), "pb", "shareholders' equity"),
      ev_to_revenue: (note) => over(enterpriseValue("ev_to_revenue", note), stated("revenue"), "ev_to_revenue", "revenue"),
      ev_to_operating_income: (note) =>
        over(enterpriseValue("ev_to_operating_income", note), stated("operating_income"), "ev_to_operating_income", "operating income"),
      fcf_yield: (note) => 100 * over(stated("free_cash_flow"), marketValue(note), "fcf_yield", "market value"),
      dividend_yield: (note) => 100 * over(inSharesOfPrice("dividends_per_share", note), price(), "dividend_yield", "the price"),
      net_debt_to_ocf: () => over(netDebt("net_debt_to_ocf"), stated("operating_cash_flow"), "net_debt_to_ocf", "operating cash flow"),
      gross_margin: ofRevenue("gross_profit", "gross_margin"),
      operating_margin: ofRevenue("operating_income", "operating_margin"),
      net_margin: ofRevenue("net_income", "net_margin"),
      revenue_growth: () => 100 * (over(stated("revenue"), revenueBefore(), "revenue_growth", "revenue a year before") - 1),
      roe: () => 100 * over(stated("net_income"), stated("equity"), "roe", "shareholders' equity"),
      return_1m: () => priceReturn("return_1m", inputs),
      return_3m: () => priceReturn("return_3m", inputs),
      return_12m: () => priceReturn("return_12m", inputs),
    },
  };
}

/** Metrics that use a price. */
export const PRICED: ReadonlySet<RvMetric> = new Set(RV_METRICS.filter((metric) => !/margin|growth|roe|net_debt/.test(metric)));

/** Unit of a metric: percent for yields, margins, growth and returns, ratio for multiples. */
export const unitOfPeerMetric = (metric: RvMetric): "%" | "ratio" => (/yield|margin|growth|roe|return/.test(metric) ? "%" : "ratio");

/** A value or a refusal, with the origin and the day of its inputs. */
function measured(name: string, formula: Formula, doubts: Set<string>, origin: Origin, observed: IsoDate | undefined): MeasuredMetric {
  try {
    const notes: string[] = [];
    doubts.clear();
    const value = formula((text) => void notes.push(text));
    if (!Number.isFinite(value) || !observed) return { ...origin, refusal: "not_stated", why: `An input of ${name} is not stated.` };
    return {
      ...origin,
      value: rounded(value, 4),
      observed,
      ...(notes.length > 0 ? { note: notes.join("; ") } : {}),
      ...(doubts.size > 0 ? { doubt: [...doubts].join(" ") } : {}),
    };
  } catch (e) {
    if (e instanceof Refused) return { ...origin, refusal: e.refusal, why: e.why };
    throw e;
  }
}

/** Computes every metric of one company, and its market value, shares outstanding at the price of the issuer's first class in US dollars: a value or a refusal each. */
export function measure(inputs: Inputs) {
  const { instrument, year, priceDate, issuerPrice, statements, prices } = inputs;
  const both = jointOrigin([statements, prices]);
  const of = formulas(inputs);
  const metrics = Object.fromEntries(
    Object.entries(of.metrics).map(([metric, formula]): [string, MeasuredMetric] => {
      const [origin, observed] = metric.startsWith("return_")
        ? [prices, priceDate]
        : PRICED.has(metric as RvMetric)
          ? [both, issuerPrice?.date]
          : [statements, year?.periodEnd];
      return [metric, measured(metric, formula, of.doubts, origin, observed)];
    }),
  ) as Record<RvMetric, MeasuredMetric>;
  const marketValue = measured("the market value", of.marketValue, of.doubts, both, issuerPrice?.date);
  return { ticker: instrument.ticker, issuer: instrument.issuer, sector: instrument.sector, subIndustry: instrument.subIndustry, marketValue, metrics };
}
