import { Type } from "@sinclair/typebox";
import { fullReason, isReason } from "../../answers/family";
import { RISK_ASSETS } from "../../families/onchain-risk/measures";
import { symbolNamed } from "../../names/coins";
import { cellPage, cellRow, cellsEnvelope, Components, componentsOf, type CellFigures } from "../server/cell-figures";
import { endpoint, listAnswer } from "../server/endpoint";
import { NOT_FOUND, oneOfTexts } from "../server/schemas";

const FIGURES = cellRow("ONCHAIN_RISK", {
  score: ["score", Type.Number(), "0 to 100; higher is more stress."],
  level: ["level", oneOfTexts(["low", "moderate", "elevated", "high"]), "The score in words."],
  date: ["date", Type.String(), "Day that the score describes."],
});
const Row = Type.Object({ asset: oneOfTexts(RISK_ASSETS), components: Components, ...FIGURES.schema });
const CAVEATS = ["liquidations_single_venue_okx", "internal_transfers_labelled", "btc_netflow_artifact"] as const;

const rowOf = (asset: string, { row, answers }: CellFigures) => ({ asset, ...row, components: componentsOf(answers[0]!) });

/** GET /v1/crypto/onchain-risk: the on-chain risk of every covered coin, as ONCHAIN_RISK shows it. */
export const onchainRisksEndpoint = endpoint({
  path: "/v1/crypto/onchain-risk",
  summary: "On-chain risk of all covered coins",
  tag: "crypto",
  examples: [{}, { parameters: { asset: "BTC" }, status: 422 }],
  asOf: true,
  data: Type.Array(Row),
  caveats: CAVEATS,
  answer: (_asked, context) => listAnswer(RISK_ASSETS, (page) => cellPage(context, page, (asset) => FIGURES.of([asset], context), rowOf)),
});

/** GET /v1/crypto/onchain-risk/{asset}: the on-chain risk of one coin, with its components. */
export const onchainRiskOfEndpoint = endpoint({
  path: "/v1/crypto/onchain-risk/:asset",
  summary: "On-chain risk of one coin",
  tag: "crypto",
  examples: [{ parameters: { asset: "BTC" } }, { parameters: { asset: "XRP" }, status: 404 }, { parameters: { asset: "x".repeat(33) }, status: 422 }],
  params: { asset: Type.String({ minLength: 1, maxLength: 32, description: "BTC, ETH or SOL, any case." }) },
  asOf: true,
  data: Row,
  caveats: CAVEATS,
  refusals: NOT_FOUND,
  answer: ({ asset: named }, context) => {
    const asset = symbolNamed(named);
    const figures = FIGURES.of([asset], context);
    const [first] = figures.answers;
    // Other assets of the on-chain data have no score.
    if (first && isReason(first) && !RISK_ASSETS.some((covered) => covered === asset)) return { code: "unknown_name" as const, detail: fullReason(first) };
    return { data: rowOf(asset, figures), ...cellsEnvelope(context, figures.answers) };
  },
});
