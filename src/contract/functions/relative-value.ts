import { PEER_METRICS } from "./choices";
import type { Declarations } from "./declaration";
import { cellFunction, choice, field, number, text, ticker } from "./parameters";

/** Companies compared with their peers. */
export const RELATIVE_VALUE_FUNCTIONS = {
  RV: cellFunction({
    title: "A valuation metric alone or against peers",
    description: "One relative-value metric of a ticker, alone or against its peers: the value, its percentile, the peers' median, or its rank.",
    remarks: `Fundamentals are full fiscal years in the filer's own currency; margins, yields and returns are in percent, multiples are ratios. Peers are those of the sub-industry, or of the sector if they are too few. A percentile is a position, not a rating. A refused figure, such as one of a depositary receipt, of a loss or with too few peers, shows "n/a:" with the reason, never 0.`,
    parameters: [ticker("MSFT"), choice("metric", PEER_METRICS, "pe", "Metric, such as pe."), field("value, the metric itself")],
    fields: [
      number("value", "varies", "metric of the ticker"),
      number("percentile", "%", "position among the peers, not a rating"),
      number("peer_median", "varies", "median of the peers"),
      number("peer_count", "count", "number of peers"),
      text("peer_level", "sub_industry or sector"),
      number("rank", "count", "rank among the peers, 1 is the highest"),
      text("refusal", "code of the refusal, or none"),
    ],
    returns: "A number in the metric's unit, or text.",
    example: ["MSFT", "pe", "percentile"],
    search: "pe ratio multiple valuation",
    values: { weight: 6 },
    source: "company filings and vendor prices",
    caveats: [
      "rv_adr_multiples_refused",
      "rv_annual_filings_only",
      "rv_peer_level_sub_industry_then_sector",
      "rv_percentile_is_population_not_rating",
      "rv_price_return_split_refused",
    ],
  }),
} satisfies Declarations;
