import { Type } from "@sinclair/typebox";
import { addDays, daysBetween } from "../../../contract/dates";
import { SAMPLE } from "../../answers/answering";
import { sampleUnlocks, type Unlock, UNLOCK_CATEGORIES } from "../../families/unlocks/sample";
import { rounded } from "../../../contract/rounded";
import { endpoint, listAnswer } from "../server/endpoint";
import { oneOfTexts } from "../server/schemas";
import { shownSampleRows } from "../server/shown-rows";

const QUERY = {
  days: Type.Integer({ minimum: 1, maximum: 365, default: 30, description: "Calendar days from the service's date on, which is the first." }),
};
const Row = Type.Object({
  symbol: Type.String(),
  date: Type.String({ description: "Scheduled day." }),
  days_until: Type.Integer({ description: "Days from the service's date to the scheduled day." }),
  tokens: Type.Number({ description: "Number of tokens that are released." }),
  circulating_tokens: Type.Number({ description: "Number of tokens in circulation before the release." }),
  pct_of_circulating: Type.Number({ description: "tokens / circulating_tokens, percent." }),
  category: oneOfTexts(UNLOCK_CATEGORIES, { description: "Who receives the tokens." }),
  source: Type.String({ description: "A key into `meta.attribution`." }),
  sample: Type.Literal(true),
});

const NONE = "No release of tokens is scheduled in these days. Use more days, at most 365.";

/** GET /v1/crypto/unlocks: scheduled releases of tokens, soonest first. All rows are sample data, because no schedule can be imported. */
export const cryptoUnlocksEndpoint = endpoint({
  path: "/v1/crypto/unlocks",
  summary: "Scheduled token unlocks",
  tag: "crypto",
  examples: [{}, { parameters: { days: 366 }, status: 422 }],
  asOf: true,
  query: QUERY,
  data: Type.Array(Row),
  caveats: ["unlocks_hand_curated"],
  answer: ({ days }, context) => {
    const today = context.clock.today();
    const rowOf = ({ symbol, date, tokens, circulating, category }: Unlock) => ({
      symbol,
      date,
      days_until: daysBetween(today, date),
      tokens,
      circulating_tokens: circulating,
      pct_of_circulating: rounded((100 * tokens) / circulating, 4),
      category,
      source: SAMPLE.source,
      sample: true as const,
    });
    const { rows, whyEmpty = NONE } = shownSampleRows(context, () => sampleUnlocks(today, addDays(today, days - 1), today));
    return listAnswer(rows, (page) => ({
      data: page.map(rowOf),
      asOf: context.clock.asOf(),
      sources: page.map(() => SAMPLE.source),
      note: rows.length === 0 ? whyEmpty : undefined,
    }));
  },
});
