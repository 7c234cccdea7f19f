import type { Metric, RvMetric } from "../../../contract/vocabulary";
import type { Instrument } from "../../sample/universe";
import { jointOrigin, type Origin } from "../answering";
import { rounded } from "../../sample/random";
import type { Statement } from "../fundamentals/rows";
import { splitJump, totalReturnPct } from "../prices/returns";
import type { Close } from "../prices/rows";
import type { Measured, Refusal, RvRow } from "./rows";

/** Sessions in the windows of the price returns. */
const WINDOWS = { return_1m: 21, return_3m: 63, return_12m: 252 } as const;
/** Closes that all windows need. */
export const CLOSES_NEEDED = WINDOWS.return_12m + 1;

class Refused extends Error {
  constructor(
    readonly refusal: Refusal,
    readonly why: string,
  ) {
    super(why);
  }
}
const refuse = (refusal: Refusal, why: string): never => {
  throw new Refused(refusal, why);
};

/** What one company's metrics are read from. Statements are full fiscal years; the price is the last close of the issuer's first class. */
export interface Inputs {
  readonly instrument: Instrument;
  readonly year: Statement | undefined;
  readonly yearBefore: Statement | undefined;
  /** Oldest first, of the symbol itself. */
  readonly closes: readonly Close[];
  /** Last close of the class that the statements' share count stands for. */
  readonly issuerPrice: number | undefined;
  /** Where the statements and where the prices came from: a margin rests on no price, and a return on no statement. */
  readonly statements: Origin;
  readonly prices: Origin;
}

function formulas({ instrument, year, yearBefore, closes, issuerPrice }: Inputs): { readonly [M in RvMetric]: () => number } {
  const of = (statement: Statement | undefined, metric: Metric): number =>
    statement?.figure(metric) ??
    refuse(
      "not_stated",
      `the ${statement?.filing.form ?? "annual"} filing of ${instrument.ticker} for ${statement?.period ?? "the year before"} does not state ${metric}`,
    );
  const stated = (metric: Metric): number => of(year, metric);
  const over = (numerator: number, denominator: number, name: string): number =>
    denominator > 0
      ? numerator / denominator
      : refuse("negative_denominator", `${name} of ${instrument.ticker} is zero or below, so the multiple says nothing`);
  const price = (): number => {
    if (instrument.instrumentType === "adr")
      refuse("adr_multiples_refused", `${instrument.ticker} is a depositary receipt: its market value and multiples are refused, not estimated`);
    return issuerPrice ?? refuse("no_price", `no price is known for ${instrument.ticker}, and prices are never estimated`);
  };
  const marketValue = (): number => price() * stated("shares_outstanding");
  // An unstated leg is unknown, not none: without both the debt is not said.
  const debt = (): number => stated("long_term_debt") + stated("short_term_debt");
  const netDebt = (): number => debt() - stated("cash");
  const enterpriseValue = (): number => marketValue() + netDebt();
  const ofRevenue = (metric: Metric) => () => 100 * over(stated(metric), stated("revenue"), "revenue");
  const priceReturn = (sessions: number) => () => {
    const window = closes.slice(-(sessions + 1));
    if (window.length <= sessions) refuse("no_price", `no price is known for ${instrument.ticker} over the whole window, and prices are never estimated`);
    const jump = splitJump(window);
    return jump
      ? refuse("price_return_split_refused", `the close of ${instrument.ticker} jumped on ${jump.date} as in a split, and prices are not adjusted`)
      : totalReturnPct(window);
  };
  return {
    pe: () => over(price(), stated("eps_diluted"), "diluted EPS"),
    ps: () => over(marketValue(), stated("revenue"), "revenue"),
    pb: () => over(marketValue(), stated("equity"), "equity"),
    ev_to_revenue: () => over(enterpriseValue(), stated("revenue"), "revenue"),
    ev_to_operating_income: () => over(enterpriseValue(), stated("operating_income"), "operating income"),
    fcf_yield: () => 100 * over(stated("free_cash_flow"), marketValue(), "market value"),
    dividend_yield: () => 100 * over(stated("dividends_per_share"), price(), "the price"),
    net_debt_to_ocf: () => over(netDebt(), stated("operating_cash_flow"), "operating cash flow"),
    gross_margin: ofRevenue("gross_profit"),
    operating_margin: ofRevenue("operating_income"),
    net_margin: ofRevenue("net_income"),
    revenue_growth: () => 100 * (over(stated("revenue"), of(yearBefore, "revenue"), "revenue of the year before") - 1),
    roe: () => 100 * over(stated("net_income"), stated("equity"), "equity"),
    return_1m: priceReturn(WINDOWS.return_1m),
    return_3m: priceReturn(WINDOWS.return_3m),
    return_12m: priceReturn(WINDOWS.return_12m),
  };
}

const PRICED: ReadonlySet<RvMetric> = new Set<RvMetric>([
  "pe",
  "ps",
  "pb",
  "ev_to_revenue",
  "ev_to_operating_income",
  "fcf_yield",
  "dividend_yield",
  "return_1m",
  "return_3m",
  "return_12m",
]);

/** Percent for yields, margins, growth and returns; multiples are plain ratios. */
export const unitOfMetric = (metric: RvMetric): "%" | "ratio" => (/yield|margin|growth|roe|return/.test(metric) ? "%" : "ratio");

/** Computes every metric of one company, each to a value or to a refusal. */
export function measure(inputs: Inputs): RvRow {
  const { instrument, year, closes, statements, prices } = inputs;
  const both = jointOrigin([statements, prices]);
  const priceDate = closes[closes.length - 1]?.date;
  const metrics = Object.fromEntries(
    Object.entries(formulas(inputs)).map(([metric, formula]): [string, Measured] => {
      const origin = metric.startsWith("return_") ? prices : PRICED.has(metric as RvMetric) ? both : statements;
      try {
        const value = formula();
        const observed = PRICED.has(metric as RvMetric) ? priceDate : year?.periodEnd;
        if (!Number.isFinite(value) || !observed)
          return [metric, { ...origin, refusal: "not_stated", why: `an input of ${metric} is not stated for ${instrument.ticker}` }];
        return [metric, { ...origin, value: rounded(value, 4), observed }];
      } catch (e) {
        if (e instanceof Refused) return [metric, { ...origin, refusal: e.refusal, why: e.why }];
        throw e;
      }
    }),
  ) as Record<RvMetric, Measured>;
  return { ticker: instrument.ticker, issuer: instrument.issuer, sector: instrument.sector, subIndustry: instrument.subIndustry, metrics };
}
