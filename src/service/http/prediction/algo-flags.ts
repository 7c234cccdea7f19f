import { Type } from "@sinclair/typebox";
import { momentText } from "../../../contract/as-of";
import { algoFlags, ALGO_FLAGS, type Flag, FLAG_RULES, FLAG_SIDES, LEAST_SNAPSHOTS } from "../../families/prediction/book-fill";
import { booksOfLast } from "../../families/prediction/books";
import { rounded } from "../../../contract/rounded";
import { HOUR_MS } from "../../time/durations";
import { endpoint } from "../server/endpoint";
import { BOOK_CAVEATS, bookEnvelope, noneIn, WINDOW_HOURS } from "./book";
import { MARKET_PARAMS, ofMarket } from "./market";
import { NOT_FOUND, oneOfTexts, wireRows } from "../server/schemas";

const FLAGS_QUERY = {
  hours: Type.Integer({ minimum: 1, maximum: 168, default: WINDOW_HOURS, description: "Hours up to the service's time." }),
};
const text = (description: string) => Type.String({ description });
const ROWS = wireRows<Flag>({
  flag: [oneOfTexts(ALGO_FLAGS, { description: "The pattern; docs/figures.md has the rules." }), ({ flag }) => flag],
  side: [oneOfTexts(FLAG_SIDES), ({ side }) => side],
  rule: [text("The rule in words."), ({ flag }) => FLAG_RULES[flag]],
  evidence: [Type.String(), ({ evidence }) => evidence],
  snapshots: [Type.Integer({ description: "Snapshots with the pattern." }), ({ snapshots }) => snapshots],
  compared_snapshots: [Type.Integer({ description: "Snapshots of the window." }), ({ of }) => of],
  share: [Type.Number({ description: "snapshots / compared_snapshots." }), ({ snapshots, of }) => rounded(snapshots / of, 4)],
  first_seen: [text("ISO 8601."), ({ first }) => momentText(first)],
  last_seen: [text("ISO 8601."), ({ last }) => momentText(last)],
});
const FLAGS_METHOD = "Each flag is a pattern of waiting orders that programs usually leave. It is no proof of who trades.";

/** GET /v1/prediction/markets/{market_id}/algo-flags: patterns of automated orders in the stored snapshots of a window. */
export const predictionAlgoFlagsEndpoint = endpoint({
  path: "/v1/prediction/markets/:market_id/algo-flags",
  summary: "Patterns of automated orders in a prediction market",
  tag: "prediction",
  examples: [
    { parameters: { market_id: "msft-higher-2024" } },
    { parameters: { market_id: "us-recession" }, status: 404 },
    { parameters: { market_id: "msft-higher-2024", hours: 169 }, status: 422 },
  ],
  params: MARKET_PARAMS,
  query: FLAGS_QUERY,
  asOf: true,
  data: Type.Array(ROWS.schema),
  caveats: BOOK_CAVEATS,
  refusals: NOT_FOUND,
  answer: ({ market_id: asked, hours }, context) =>
    ofMarket(asked, context, (found) => {
      const books = booksOfLast(hours * HOUR_MS, found.market, context);
      const flags = algoFlags(books);
      const few = `${books.length} of at least ${LEAST_SNAPSHOTS} snapshots are known in the last ${hours} hours, too few to compare.`;
      return {
        data: flags.map(ROWS.of),
        count: flags.length,
        ...bookEnvelope(context, found, books.length > 0),
        note: books.length === 0 ? noneIn(found, hours, context) : books.length < LEAST_SNAPSHOTS ? few : FLAGS_METHOD,
      };
    }),
});
