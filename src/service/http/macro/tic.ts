import { Type } from "@sinclair/typebox";
import { nearest, orList } from "../../../contract/nearest";
import type { Context } from "../../answers/context";
import { asOfRows } from "../../evaluation/on-wire";
import { holderNamed, holderNames, latestMonth, monthsOf, NO_HOLDERS, type TreasuryHolding } from "../../families/tic/tic";
import { monthsFrom } from "../../time/calendar";
import { endpoint, listAnswer } from "../server/endpoint";
import { NOT_FOUND, oneOfTexts, orNull } from "../server/schemas";

const Billions = (description: string) => orNull(Type.Number(), `${description}, billions of US dollars; null if it is not known.`);
const Row = Type.Object({
  holder: Type.String({ description: "Id of the table's line, such as UnitedKingdom or GrandTotal." }),
  name: Type.String(),
  kind: oneOfTexts(["country", "sum"], { description: "sum: a line for several countries." }),
  month: Type.String({ description: "The month at whose end the securities were held, YYYY-MM." }),
  holdings_bn: Billions("Treasury securities held, as published"),
  change_1m_bn: Billions("Change from the previous month"),
  change_12m_bn: Billions("Change from a year before"),
  share_pct: orNull(Type.Number(), "Percent of the grand total of the month."),
  source: Type.String({ description: "A key into `meta.attribution`." }),
});

const rowOf = ({ provenance: _internal, month, ...holding }: TreasuryHolding) => ({ ...holding, month: month.slice(0, 7) });
const envelopeOf = (context: Context, page: readonly TreasuryHolding[]) => ({
  data: page.map(rowOf),
  asOf: asOfRows(context, [...new Set(page.flatMap(({ provenance }) => provenance))]),
  sources: page.map(({ source }) => source),
});

/** GET /v1/macro/tic: foreign holders of Treasury securities in the newest month, largest first, then the table's sums. */
export const ticEndpoint = endpoint({
  path: "/v1/macro/tic",
  summary: "Foreign holders of Treasury securities, latest month",
  tag: "macro",
  examples: [{}, { parameters: { limit: 501 }, status: 422 }],
  paging: { most: 500, fallback: 100, offset: true },
  asOf: true,
  data: Type.Array(Row),
  caveats: ["tic_lag"],
  answer: (_asked, context) => {
    const { rows, whyEmpty } = latestMonth(context);
    return listAnswer(rows, (page) => ({ ...envelopeOf(context, page), note: whyEmpty }));
  },
});

/** GET /v1/macro/tic/{holder}: the months of one holder, newest first. */
export const ticOfEndpoint = endpoint({
  path: "/v1/macro/tic/:holder",
  summary: "Treasury securities held by one country",
  tag: "macro",
  examples: [{ parameters: { holder: "Japan" } }, { parameters: { holder: "Japan", months: 0 }, status: 422 }],
  params: { holder: Type.String({ minLength: 1, maxLength: 64, description: "A country by name or code, or a sum such as GrandTotal." }) },
  query: { months: Type.Integer({ minimum: 1, maximum: 1200, default: 24, description: "Months up to the service's date." }) },
  asOf: true,
  data: Type.Array(Row),
  caveats: ["tic_lag"],
  refusals: NOT_FOUND,
  answer: ({ holder: asked, months }, context) => {
    const known = holderNames(context);
    if (known.length === 0) return listAnswer([], () => ({ ...envelopeOf(context, []), note: NO_HOLDERS }));
    const holder = holderNamed(context, asked);
    if (holder === undefined) {
      const near = nearest(asked, known);
      const what = near.length > 0 ? `Did you mean ${orList(near)}?` : "/v1/macro/tic lists the holders.";
      return { code: "unknown_name" as const, detail: `No foreign holder is called "${asked}". ${what}` };
    }
    const today = context.clock.today();
    const rows = monthsOf(context, holder, monthsFrom(today, -months));
    return listAnswer(rows, (page) => ({
      ...envelopeOf(context, page),
      note: rows.length > 0 ? undefined : `No month of this holder was known in the ${months} months to ${today}. Use more months.`,
    }));
  },
});
