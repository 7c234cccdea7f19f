import { Type } from "@sinclair/typebox";
import { RATE_KEYS, type RateKey } from "../../../contract/vocabulary";
import { type CellFigures, cellPage, cellRow } from "../server/cell-figures";
import { endpoint, listAnswer } from "../server/endpoint";
import { oneOfTexts } from "../server/schemas";

const FROM_TRANSACTIONS = "Only for the five rates computed from transactions.";
const FIGURES = cellRow("MMRATE", {
  rate_pct: ["rate", Type.Number(), "The rate, percent a year."],
  date: ["date", Type.String(), "Effective date."],
  change_bps: ["change_bps", Type.Number(), "Change from the previous day, basis points."],
  volume_bn: ["volume_bn", Type.Number(), `Volume, billions of US dollars. ${FROM_TRANSACTIONS}`],
  percentile_1_pct: ["percentile_1", Type.Number(), `1st percentile, percent. ${FROM_TRANSACTIONS}`],
  percentile_99_pct: ["percentile_99", Type.Number(), `99th percentile, percent. ${FROM_TRANSACTIONS}`],
  percentile_width_bps: ["percentile_width_bps", Type.Number(), `99th less 1st percentile, basis points. ${FROM_TRANSACTIONS}`],
  target_lower_pct: ["target_lower", Type.Number(), "Lower limit of the Federal Reserve's target range, percent."],
  target_upper_pct: ["target_upper", Type.Number(), "Upper limit of the target range, percent."],
  corridor_position_pct: ["corridor_position_pct", Type.Number(), "Position in the target range: 0 at the lower limit, 100 at the upper; not clamped."],
});

const rowOf = (key: RateKey, { row }: CellFigures) => ({ key, ...row });

/** GET /v1/macro/money-market: the money-market rates of the United States with the corridor around them, as MMRATE shows them. */
export const moneyMarketEndpoint = endpoint({
  path: "/v1/macro/money-market",
  summary: "Money-market rates and the central bank's corridor",
  tag: "macro",
  examples: [{}, { parameters: { key: "SOFR" }, status: 422 }],
  asOf: true,
  data: Type.Array(Type.Object({ key: oneOfTexts(RATE_KEYS), ...FIGURES.schema })),
  caveats: FIGURES.caveats,
  answer: (_asked, context) => listAnswer(RATE_KEYS, (page) => cellPage(context, page, (key) => FIGURES.of([key], context), rowOf)),
});
