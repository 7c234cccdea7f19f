import { Type } from "@sinclair/typebox";
import { type Plan, PLANS } from "../../../contract/plans";
import { economySpelled } from "../../records/economies";
import { type Corridor, CORRIDORS, NOT_LICENSED } from "../../families/supply/corridors";
import { endpoint, listAnswer } from "../server/endpoint";
import { oneOfTexts, orNull, wireRows } from "../server/schemas";

/** The plan whose keys get figures of corridors. */
const NEEDED: Plan = "developer";

const Figures = Type.Object({
  month: Type.String({ description: "YYYY-MM." }),
  customs_value_usd: Type.Number({ description: "Declared customs value, US dollars; not a price." }),
  mom_pct: orNull(Type.Number(), "Change from the previous month, percent."),
  mom_masked: Type.Boolean({ description: "True for January to March: use yoy_pct and yoy_3m_pct." }),
  yoy_pct: orNull(Type.Number(), "Change from a year before, percent."),
  yoy_3m_pct: orNull(Type.Number(), "The same of three months, percent."),
  z36: orNull(Type.Number(), "Score of the month against the 36 months before it."),
  rank_same_month: orNull(Type.Integer(), "Rank among the same months of other years; 1 is the highest."),
});
/** Why a key of this plan gets no figures. What a licence forbids is withheld from every plan. */
const withheldReason = (plan: Plan): string =>
  plan === NEEDED
    ? NOT_LICENSED
    : `Figures of corridors are served to keys of the ${PLANS[NEEDED].title} plan, and this key is of the ${PLANS[plan].title} plan. Ask the service operator for another plan.`;

const nameOf = (country: string): string => economySpelled(country)?.title ?? country;

const ROWS = wireRows<Corridor & { readonly plan: Plan }>({
  corridor: [Type.String({ description: "Id: basket, exporter, importer and flow." }), ({ id }) => id],
  basket: [Type.String(), ({ basket }) => basket],
  hs_code: [Type.String({ description: "Code of the basket in the Harmonized System." }), ({ hs }) => hs],
  exporter: [Type.String(), ({ exporter }) => nameOf(exporter)],
  importer: [Type.String(), ({ importer }) => nameOf(importer)],
  flow: [oneOfTexts(["exports", "imports"], { description: "exports: as the exporter declares them; imports: as the importer does." }), ({ flow }) => flow],
  mirror: [Type.String({ description: "The corridor of the same goods, as the other side declares them." }), ({ mirror }) => mirror],
  status: [oneOfTexts(["withheld", "served"]), () => "withheld"],
  latest: [orNull(Figures, "Figures of the newest month; null while they are withheld."), () => null],
  withheld_reason: [Type.Optional(Type.String({ description: "Why latest is null." })), ({ plan }) => withheldReason(plan)],
});

/** GET /v1/macro/supply-corridors: the corridors of trade between two countries in one basket of goods. Their figures are withheld, with the reason. */
export const supplyCorridorsEndpoint = endpoint({
  path: "/v1/macro/supply-corridors",
  summary: "Supply corridors, with their withheld figures",
  tag: "macro",
  examples: [{}, { parameters: { corridor: "x" }, status: 422 }],
  data: Type.Array(ROWS.schema),
  caveats: ["supply_customs_value_not_a_price", "supply_licence_withheld", "supply_mirror_gap_expected", "supply_mom_masked_jan_mar", "supply_z36_on_levels"],
  answer: (_asked, context) =>
    listAnswer(CORRIDORS, (page) => ({ data: page.map((corridor) => ROWS.of({ ...corridor, plan: context.plan! })), asOf: context.clock.asOf() })),
});
