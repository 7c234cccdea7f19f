import { Type } from "@sinclair/typebox";
import { addDays } from "../../../contract/dates";
import { nearest, orList } from "../../../contract/nearest";
import type { Context } from "../../answers/context";
import { latestReport, NO_POSITIONS, weeksOf, type WeekOfMarket } from "../../families/cot/cot";
import { POSITION_BASES } from "../../records/macro";
import { endpoint, listAnswer } from "../server/endpoint";
import { NOT_FOUND, oneOfTexts, orNull, recordPage } from "../server/schemas";

const Basis = oneOfTexts(POSITION_BASES, { default: "futures-only", description: "combined adds options, in futures equivalents." });
const Contracts = (description: string) => Type.Number({ description: `${description}, contracts.` });
const Change = (of: string) => orNull(Type.Number(), `Change of ${of} from the week before, contracts; null if the report does not state it.`);
const Row = Type.Object({
  code: Type.String({ description: "The CFTC's code of the market, with its leading zero or plus sign." }),
  market: Type.String({ description: "Market and exchange, as published." }),
  date: Type.String({ description: "The day of the positions, usually a Tuesday." }),
  basis: oneOfTexts(POSITION_BASES),
  open_interest: Contracts("Open interest"),
  noncomm_long: Contracts("Long positions of noncommercial traders"),
  noncomm_short: Contracts("Short positions of noncommercial traders"),
  noncomm_spread: Contracts("Spreads of noncommercial traders"),
  noncomm_net: Contracts("noncomm_long less noncomm_short"),
  comm_long: Contracts("Long positions of commercial traders"),
  comm_short: Contracts("Short positions of commercial traders"),
  comm_net: Contracts("comm_long less comm_short"),
  nonrept_long: Contracts("Long positions below the reporting level"),
  nonrept_short: Contracts("Short positions below the reporting level"),
  change_open_interest: Change("the open interest"),
  change_noncomm_long: Change("noncomm_long"),
  change_noncomm_short: Change("noncomm_short"),
  change_noncomm_spread: Change("noncomm_spread"),
  change_comm_long: Change("comm_long"),
  change_comm_short: Change("comm_short"),
  traders_total: orNull(Type.Number(), "Number of reporting traders; null if the report does not state it."),
  source: Type.String({ description: "A key into `meta.attribution`." }),
});

const rowOf = ({ entity, date, body, source }: WeekOfMarket) => ({ code: entity, date, ...body, source });
const pageOf = (context: Context, page: readonly WeekOfMarket[]) => recordPage(context, "positions", page, rowOf);

const wordsOf = (text: string): readonly string[] => text.toUpperCase().match(/[\p{L}\p{N}]+/gu) ?? [];

/** GET /v1/macro/cot: the latest commitments of traders of all markets, largest open interest first. */
export const cotEndpoint = endpoint({
  path: "/v1/macro/cot",
  summary: "Latest commitments of traders of all futures markets",
  tag: "macro",
  examples: [{}, { parameters: { basis: "combined", q: "gold" } }, { parameters: { basis: "options" }, status: 422 }],
  query: { basis: Basis, q: Type.Optional(Type.String({ minLength: 1, maxLength: 80, description: "Beginnings of words of the market or its exchange." })) },
  paging: { most: 500, fallback: 100, offset: true },
  asOf: true,
  data: Type.Array(Row),
  caveats: ["cot_lag"],
  answer: ({ basis, q }, context) => {
    const { rows, whyEmpty } = latestReport(context, basis);
    const wanted = wordsOf(q ?? "");
    const found = rows.filter(({ body }) => wanted.every((word) => wordsOf(body.market).some((own) => own.startsWith(word))));
    const none = `No market of the report of ${rows[0]?.date} is called so. Use fewer words.`;
    return listAnswer(found, (page) => ({ ...pageOf(context, page), note: found.length > 0 ? undefined : (whyEmpty ?? none) }));
  },
});

/** GET /v1/macro/cot/{code}: the weeks of one market, newest first. */
export const cotOfEndpoint = endpoint({
  path: "/v1/macro/cot/:code",
  summary: "Commitments of traders of one futures market",
  tag: "macro",
  examples: [{ parameters: { code: "001602" } }, { parameters: { code: "001602", weeks: 0 }, status: 422 }],
  params: { code: Type.String({ minLength: 1, maxLength: 12, description: "The CFTC's code of a market, such as 001602 for wheat." }) },
  query: {
    basis: Basis,
    weeks: Type.Integer({ minimum: 1, maximum: 2600, default: 52, description: "Weeks up to the service's date." }),
  },
  paging: { most: 1000, fallback: 100, offset: true },
  asOf: true,
  data: Type.Array(Row),
  caveats: ["cot_lag"],
  refusals: NOT_FOUND,
  answer: ({ code: asked, basis, weeks }, context) => {
    const { store, clock } = context;
    const { records } = store;
    if (!records.any("positions")) return listAnswer([], () => ({ ...pageOf(context, []), note: NO_POSITIONS }));
    const code = asked.trim().toUpperCase();
    if (!records.isPublished("positions", code)) {
      const near = nearest(code, records.entities("positions"));
      const what = near.length > 0 ? `Did you mean ${orList(near)}?` : "/v1/macro/cot?q=WORDS finds one by its name.";
      return { code: "unknown_name", detail: `No loaded report has a futures market with the code ${code}. ${what}` };
    }
    const rows = weeksOf(context, code, basis, addDays(clock.today(), 1 - 7 * weeks));
    return listAnswer(rows, (page) => ({
      ...pageOf(context, page),
      note:
        rows.length > 0 ? undefined : `No ${basis} report on this market was known in the ${weeks} weeks to ${clock.today()}. Use more weeks or another basis.`,
    }));
  },
});
