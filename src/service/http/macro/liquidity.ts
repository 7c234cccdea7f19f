import { Type } from "@sinclair/typebox";
import { declarationOf } from "../../../contract/functions/declarations";
import { cell, CELL_MEMBERS, cellsEnvelope, Components, componentsOf, rowOfAnswers } from "../server/cell-figures";
import { endpoint } from "../server/endpoint";
import { orNull } from "../server/schemas";

const NETLIQ = {
  net_musd: "net",
  net_date: "net_date",
  balance_sheet_musd: "balance_sheet",
  balance_sheet_date: "balance_sheet_date",
  reverse_repo_musd: "reverse_repo",
  reverse_repo_date: "reverse_repo_date",
  tga_musd: "tga",
  tga_date: "tga_date",
  reserves_musd: "reserves",
  reserves_date: "reserves_date",
  change_1w_musd: "change_1w",
} as const;
const Day = (of: string) => orNull(Type.String(), `Day of ${of}.`);
const Musd = (what: string) => orNull(Type.Number(), `${what}, millions of US dollars.`);
const Liquidity = Type.Object({
  net_usd_trillions: orNull(
    Type.Number(),
    "The headline of LIQUIDITY: balance sheet less reverse repo less Treasury General Account, trillions of US dollars.",
  ),
  change_4w_usd_trillions: orNull(Type.Number(), "Its change over four weeks, trillions of US dollars."),
  net_musd: Musd("The same, as NETLIQ shows it"),
  net_date: Day("the newest block"),
  balance_sheet_musd: Musd("Total assets of the Federal Reserve, Wednesday level"),
  balance_sheet_date: Day("the balance sheet"),
  reverse_repo_musd: Musd("Overnight reverse repo"),
  reverse_repo_date: Day("the reverse repo"),
  tga_musd: Musd("Treasury General Account"),
  tga_date: Day("the account's balance"),
  reserves_musd: Musd("Reserve balances, week average"),
  reserves_date: Day("the reserves"),
  change_1w_musd: Musd("Change of net liquidity over one week"),
  inputs_missing: orNull(Type.String(), "The inputs that cannot be read, with the reasons."),
  method: Type.Optional(Type.String({ description: "How the blocks are netted, and the date of each." })),
  components: Components,
  ...CELL_MEMBERS,
});

/** GET /v1/macro/liquidity: the net liquidity that LIQUIDITY and NETLIQ show, with its blocks. The two credit spreads are always absent: they are not licensed. */
export const liquidityEndpoint = endpoint({
  path: "/v1/macro/liquidity",
  summary: "Net liquidity of the Federal Reserve, with its blocks",
  tag: "macro",
  examples: [{}, { parameters: { as_of: "June" }, status: 422 }],
  asOf: true,
  data: Liquidity,
  caveats: declarationOf("LIQUIDITY").caveats,
  answer: (_asked, context) =>
    context.store.reading(() => {
      const headline = cell("LIQUIDITY", [], "value", context);
      const { row, answers } = rowOfAnswers({
        net_usd_trillions: headline,
        change_4w_usd_trillions: cell("LIQUIDITY", [], "change_4w", context),
        ...Object.fromEntries(Object.entries(NETLIQ).map(([name, field]) => [name, cell("NETLIQ", [], field, context)])),
        inputs_missing: cell("LIQUIDITY", [], "inputs_missing", context),
      });
      return {
        data: { ...row, ...(headline.note === undefined ? {} : { method: headline.note }), components: componentsOf(headline) },
        ...cellsEnvelope(context, answers),
      };
    }),
});
