import { Type } from "@sinclair/typebox";
import { declarationOf } from "../../../contract/functions/declarations";
import { RATE_KEYS } from "../../../contract/vocabulary";
import { CELL_MEMBERS, cellFigures, cellsEnvelope } from "../server/cell-figures";
import { endpoint, listAnswer } from "../server/endpoint";
import { oneOfTexts, orNull } from "../server/schemas";

const FIGURES = {
  rate_pct: "rate",
  date: "date",
  change_bps: "change_bps",
  volume_bn: "volume_bn",
  percentile_1_pct: "percentile_1",
  percentile_99_pct: "percentile_99",
  percentile_width_bps: "percentile_width_bps",
  target_lower_pct: "target_lower",
  target_upper_pct: "target_upper",
  corridor_position_pct: "corridor_position_pct",
} as const;
const FROM_TRANSACTIONS = "Only for the five rates computed from transactions.";
const Row = Type.Object({
  key: oneOfTexts(RATE_KEYS),
  rate_pct: orNull(Type.Number(), "The rate, percent a year."),
  date: orNull(Type.String(), "Effective date."),
  change_bps: orNull(Type.Number(), "Change from the previous day, basis points."),
  volume_bn: orNull(Type.Number(), `Volume, billions of US dollars. ${FROM_TRANSACTIONS}`),
  percentile_1_pct: orNull(Type.Number(), `1st percentile, percent. ${FROM_TRANSACTIONS}`),
  percentile_99_pct: orNull(Type.Number(), `99th percentile, percent. ${FROM_TRANSACTIONS}`),
  percentile_width_bps: orNull(Type.Number(), `99th less 1st percentile, basis points. ${FROM_TRANSACTIONS}`),
  target_lower_pct: orNull(Type.Number(), "Lower limit of the Federal Reserve's target range, percent."),
  target_upper_pct: orNull(Type.Number(), "Upper limit of the target range, percent."),
  corridor_position_pct: orNull(Type.Number(), "Position in the target range: 0 at the lower limit, 100 at the upper; not clamped."),
  ...CELL_MEMBERS,
});

/** GET /v1/macro/money-market: the money-market rates of the United States with the corridor around them, as MMRATE shows them. */
export const moneyMarketEndpoint = endpoint({
  path: "/v1/macro/money-market",
  summary: "Money-market rates and the central bank's corridor",
  tag: "macro",
  examples: [{}, { parameters: { key: "SOFR" }, status: 422 }],
  asOf: true,
  data: Type.Array(Row),
  caveats: declarationOf("MMRATE").caveats,
  answer: (_asked, context) =>
    listAnswer(RATE_KEYS, (page) =>
      context.store.reading(() => {
        const rows = page.map((key) => cellFigures("MMRATE", [key], FIGURES, context));
        return {
          data: rows.map(({ row }, i) => ({ key: page[i]!, ...row })),
          ...cellsEnvelope(
            context,
            rows.flatMap(({ answers }) => answers),
          ),
        };
      }),
    ),
});
