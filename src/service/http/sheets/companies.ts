import { Type } from "@sinclair/typebox";
import { instrumentOf } from "../../instruments/universe";
import { allCompanies, refusedTicker, searchCompanies } from "../../names/company-search";
import { endpoint, listAnswer } from "../server/endpoint";

const QUERY = {
  q: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 80,
      description: "A ticker in any vendor's notation, or words of a name. Words that name no company are ignored: apple eps finds Apple. Omit for all.",
    }),
  ),
};
const Row = Type.Object({
  ticker: Type.String(),
  name: Type.String({ description: "As filed, if a filing was imported; the ticker if no name is known." }),
  sector: Type.Optional(Type.String({ description: "Absent for names outside of the covered list." })),
  matched: Type.Array(Type.String(), { description: "Words of q that name the company, in lower case and in the singular." }),
  whole: Type.Boolean({ description: "False if they match the beginning of a word only, or with a typing error." }),
});

/** Most companies that a search returns. */
const MOST = 50;

/** GET /v1/companies: finds companies and funds by ticker or name, for searches while typing. */
export const companiesEndpoint = endpoint({
  path: "/v1/companies",
  summary: "Find companies by ticker or name",
  tag: "service",
  examples: [{ parameters: { q: "apple" } }, { parameters: { q: "VOD LN Equity" } }, { parameters: { limit: 0 }, status: 422 }],
  query: QUERY,
  paging: { most: 500, fallback: 10, offset: true },
  data: Type.Array(Row),
  answer: ({ q }, context) =>
    listAnswer(q === undefined ? allCompanies(context) : searchCompanies(q, context, MOST), (page) => ({
      data: page.map(({ ticker, name, matched, whole }) => {
        const sector = instrumentOf(ticker)?.sector;
        return { ticker, name, ...(sector === undefined ? {} : { sector }), matched: [...matched], whole };
      }),
      asOf: context.clock.asOf(),
      note: q === undefined ? undefined : refusedTicker(q, context),
    })),
});
