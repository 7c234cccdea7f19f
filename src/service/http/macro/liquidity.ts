import { Type } from "@sinclair/typebox";
import type { FamilyAnswer } from "../../answers/family";
import { cellRow, cellsEnvelope, Components, componentsOf, rowOfAnswers } from "../server/cell-figures";
import { endpoint } from "../server/endpoint";

const HEADLINE = cellRow("LIQUIDITY", {
  net_usd_trillions: [
    "value",
    Type.Number(),
    "The headline of LIQUIDITY: balance sheet less reverse repo less Treasury General Account, trillions of US dollars.",
  ],
  change_4w_usd_trillions: ["change_4w", Type.Number(), "Its change over four weeks, trillions of US dollars."],
  inputs_missing: ["inputs_missing", Type.String(), "The inputs that cannot be read, with the reasons."],
});
const day = (of: string) => [Type.String(), `Day of ${of}.`] as const;
const musd = (what: string) => [Type.Number(), `${what}, millions of US dollars.`] as const;
const BLOCKS = cellRow("NETLIQ", {
  net_musd: ["net", ...musd("The same, as NETLIQ shows it")],
  net_date: ["net_date", ...day("the newest block")],
  balance_sheet_musd: ["balance_sheet", ...musd("Total assets of the Federal Reserve, Wednesday level")],
  balance_sheet_date: ["balance_sheet_date", ...day("the balance sheet")],
  reverse_repo_musd: ["reverse_repo", ...musd("Overnight reverse repo")],
  reverse_repo_date: ["reverse_repo_date", ...day("the reverse repo")],
  tga_musd: ["tga", ...musd("Treasury General Account")],
  tga_date: ["tga_date", ...day("the account's balance")],
  reserves_musd: ["reserves", ...musd("Reserve balances, week average")],
  reserves_date: ["reserves_date", ...day("the reserves")],
  change_1w_musd: ["change_1w", ...musd("Change of net liquidity over one week")],
});
const Liquidity = Type.Object({
  ...HEADLINE.schema,
  ...BLOCKS.schema,
  method: Type.Optional(Type.String({ description: "How the blocks are netted, and the date of each." })),
  components: Components,
});

/** GET /v1/macro/liquidity: the net liquidity that LIQUIDITY and NETLIQ show, with its blocks. The two credit spreads are always absent: they are not licensed. */
export const liquidityEndpoint = endpoint({
  path: "/v1/macro/liquidity",
  summary: "Net liquidity of the Federal Reserve, with its blocks",
  tag: "macro",
  examples: [{}, { parameters: { as_of: "June" }, status: 422 }],
  asOf: true,
  data: Liquidity,
  caveats: HEADLINE.caveats,
  answer: (_asked, context) => {
    const { row, answers } = rowOfAnswers({ ...HEADLINE.answersOf([], context), ...BLOCKS.answersOf([], context) });
    const [headline] = answers as [FamilyAnswer];
    return {
      data: { ...row, ...(headline.note === undefined ? {} : { method: headline.note }), components: componentsOf(headline) },
      ...cellsEnvelope(context, answers),
    };
  },
});
