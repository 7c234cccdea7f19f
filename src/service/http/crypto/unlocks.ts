import { Type } from "@sinclair/typebox";
import { addDays, daysBetween, type IsoDate } from "../../../contract/dates";
import { SAMPLE } from "../../answers/answering";
import { sampleUnlocks, type Unlock, UNLOCK_CATEGORIES } from "../../families/unlocks/sample";
import { rounded } from "../../../contract/rounded";
import { endpoint, listAnswer } from "../server/endpoint";
import { oneOfTexts, sourceMembers, wireRows } from "../server/schemas";
import { shownSampleRows } from "../server/shown-rows";

const QUERY = {
  days: Type.Integer({ minimum: 1, maximum: 365, default: 30, description: "Calendar days from the service's date on, which is the first." }),
};
const ROWS = wireRows<Unlock & { readonly today: IsoDate }>({
  symbol: [Type.String(), ({ symbol }) => symbol],
  date: [Type.String({ description: "Scheduled day." }), ({ date }) => date],
  days_until: [Type.Integer({ description: "Days from the service's date to the scheduled day." }), ({ today, date }) => daysBetween(today, date)],
  tokens: [Type.Number({ description: "Number of tokens that are released." }), ({ tokens }) => tokens],
  circulating_tokens: [Type.Number({ description: "Number of tokens in circulation before the release." }), ({ circulating }) => circulating],
  pct_of_circulating: [
    Type.Number({ description: "tokens / circulating_tokens, percent." }),
    ({ tokens, circulating }) => rounded((100 * tokens) / circulating, 4),
  ],
  category: [oneOfTexts(UNLOCK_CATEGORIES, { description: "Who receives the tokens." }), ({ category }) => category],
  ...sourceMembers(() => SAMPLE.source),
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
  data: Type.Array(ROWS.schema),
  caveats: ["unlocks_hand_curated"],
  answer: ({ days }, context) => {
    const today = context.clock.today();
    const { rows, whyEmpty = NONE } = shownSampleRows(context, () => sampleUnlocks(today, addDays(today, days - 1), today));
    return listAnswer(rows, (page) => ({
      data: page.map((one) => ROWS.of({ ...one, today })),
      asOf: context.clock.asOf(),
      sources: page.map(() => SAMPLE.source),
      note: rows.length === 0 ? whyEmpty : undefined,
    }));
  },
});
