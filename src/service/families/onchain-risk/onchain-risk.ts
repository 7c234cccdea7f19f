import { nearest, orList } from "../../../contract/nearest";
import { PERPETUALS, WHALE_ASSETS } from "../../../contract/vocabulary";
import { answering, SAMPLE, sampled, type Sourced } from "../answering";
import { rounded } from "../../sample/random";
import type { Context, Evaluate, Family } from "../family";
import { RISK_ASSETS, type RiskAsset, type RiskRow } from "./rows";
import { COVERED_FROM, sampleRiskRow } from "./sample";

const MAX_AGE_S = 5 * 60;

/** The newest components of an asset, from wherever they are held. */
export const rowsFor = (context: Context, asset: RiskAsset): Sourced<RiskRow> => sampled(sampleRiskRow(asset, context.clock.today()));

const isRiskAsset = (name: string): name is RiskAsset => (RISK_ASSETS as readonly string[]).includes(name);
const isKnown = (name: string) => [...WHALE_ASSETS, ...PERPETUALS].some((known) => known === name);

interface Part {
  readonly name: string;
  /** Points of the score that come from this component. */
  readonly points: number;
}

/** The components that were read, with their points of the score; the weight of one that is missing goes to the others. */
function partsOf({ components }: RiskRow): Part[] {
  const read = components.flatMap(({ name, weight, stress }) => (stress === null ? [] : [{ name, weight, stress }]));
  const weights = read.reduce((sum, c) => sum + c.weight, 0);
  return read.map(({ name, weight, stress }) => ({ name, points: (weight / weights) * stress }));
}

const scoreOf = (parts: readonly Part[]) => parts.reduce((sum, p) => sum + p.points, 0);

function levelOf(score: number): string {
  if (score < 25) return "low";
  if (score < 50) return "moderate";
  return score < 75 ? "elevated" : "high";
}

/** Whole percents that sum to 100: what rounding down leaves over goes to the largest remainders. */
function sharesOf(parts: readonly Part[]): { name: string; percent: number }[] {
  const total = scoreOf(parts);
  const exact = parts.map(({ name, points }) => ({ name, share: total === 0 ? 0 : (100 * points) / total }));
  const left = Math.round(exact.reduce((sum, e) => sum + e.share - Math.floor(e.share), 0));
  const byRemainder = [...exact].sort((a, b) => (b.share % 1) - (a.share % 1)).slice(0, left);
  return exact.map((e) => ({ name: e.name, percent: Math.floor(e.share) + (byRemainder.includes(e) ? 1 : 0) })).sort((a, b) => b.percent - a.percent);
}

/** Such as "funding 32 %, liquidations 24 %, volatility 44 %; exchange flows missing, weight redistributed". */
function componentsText(row: RiskRow, parts: readonly Part[]): string {
  const missing = row.components.filter((c) => c.stress === null).map((c) => c.name);
  const shares = sharesOf(parts).map(({ name, percent }) => `${name} ${percent} %`);
  return shares.join(", ") + (missing.length > 0 ? `; ${missing.join(", ")} missing, weight redistributed` : "");
}

/**
 * The on-chain composite risk of BTC, ETH or SOL: a score from 0 to 100 (higher is more stress), its level, and the share of
 * each component in the score. A component that could not be read is named, and its weight goes to the others. Fails with
 * `unknown_asset`, `not_covered`, `inputs_missing` and `no_data_yet`. Source: generated sample rows.
 */
const onchainRiskOf: Evaluate = ([asked, field], context) => {
  const asset = String(asked);
  if (!isRiskAsset(asset)) {
    const { reason } = answering(SAMPLE, MAX_AGE_S);
    return isKnown(asset)
      ? reason("not_covered", `on-chain risk is not covered for ${asset}; ask for ${orList(RISK_ASSETS)}`)
      : reason("unknown_asset", `no asset ${asset} is covered; the nearest are ${orList(nearest(asset, RISK_ASSETS))}`);
  }
  const { rows: row, ...origin } = rowsFor(context, asset);
  const say = answering(origin, MAX_AGE_S, ["liquidations_single_venue_okx"]);
  if (context.clock.today() < COVERED_FROM) return say.reason("no_data_yet", `on-chain risk of ${asset} is covered from ${COVERED_FROM} on`);
  const parts = partsOf(row);
  if (parts.length === 0) return say.reason("inputs_missing", `no component of the risk of ${asset} could be read on ${row.date}`, row.date);
  const score = rounded(scoreOf(parts), 1);
  switch (field) {
    case "score":
      return say.number(score, "score", row.date);
    case "level":
      return say.text(levelOf(score), row.date);
    case "date":
      return say.date(row.date, row.date);
    case "components":
      return say.text(componentsText(row, parts), row.date);
    default:
      return say.reason("bad_argument", `ONCHAIN_RISK has no field ${field}`);
  }
};

export const onchainRisk: Family = { name: "onchain-risk", functions: { ONCHAIN_RISK: onchainRiskOf }, universe: () => ({ ONCHAIN_RISK: RISK_ASSETS.length }) };
