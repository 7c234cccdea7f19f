import type { CaveatId } from "../../../contract/caveats";
import type { IsoDate } from "../../../contract/dates";
import type { FieldName } from "../../../contract/functions";
import { orList } from "../../../contract/nearest";
import { rounded } from "../../../contract/rounded";
import { PERPETUALS, WHALE_ASSETS } from "../../../contract/vocabulary";
import { answering, type Answering, mergeProvenance, SAMPLE, sampled, type Sourced, unknownReason } from "../../answers/answering";
import type { Context } from "../../answers/context";
import type { AbsentComponent, FamilyAnswer, Component, EvaluateField, Family } from "../../answers/family";
import { all } from "../../answers/field-ages";
import { publishedRows } from "../../answers/published-rows";
import { whyUnknown } from "../../names/unknown";
import { coinSince } from "../../sample/coins";
import { between, chance, pick } from "../../sample/random";
import { wave } from "../../sample/waves";
import { isMeasured, publishedRiskRow, RISK_ASSETS, RISK_NAMES, RISK_WEIGHTS, type RiskAsset, type RiskName, type RiskRow } from "./measures";

/** Share of days on which one component is absent. */
const GAP_SHARE = 0.12;

/** Sample components of one asset on one day. */
function sampleRiskRow(asset: RiskAsset, date: IsoDate): RiskRow {
  const missing = chance(GAP_SHARE, "risk gap", asset, date) ? pick(RISK_NAMES, "risk missing", asset, date) : undefined;
  const market = wave("crypto stress", date, 520);
  return {
    asset,
    date,
    components: RISK_NAMES.map((name) => {
      const stress = 46 + 38 * market + 26 * wave(`risk ${asset} ${name}`, date, 140) + between(-6, 6, "risk day", asset, name, date);
      if (name === missing) return { name, reading: { absent: "not known on that day" } };
      const within = Math.max(1, Math.min(99, stress));
      return { name, reading: { stress: within, value: rounded(within, 1), unit: "score", observation_date: date, source: "sample" } };
    }),
  };
}

type Field = FieldName<"ONCHAIN_RISK">;

const MAX_AGE_S = 5 * 60;

/** The newest components of an asset: all published, or all sample. */
const rowsFor = (context: Context, asset: RiskAsset): Sourced<RiskRow> =>
  publishedRiskRow(context, asset) ?? sampled(sampleRiskRow(asset, context.clock.today()));

const isRiskAsset = (name: string): name is RiskAsset => (RISK_ASSETS as readonly string[]).includes(name);
const isKnown = (name: string) => [...WHALE_ASSETS, ...PERPETUALS].some((known) => known === name);

interface Part {
  readonly name: RiskName;
  /** Share of the score, after the weights of absent components are redistributed. */
  readonly weight: number;
  /** Points of the score that come from this component. */
  readonly points: number;
}

/** The present components with their points of the score. The weight of an absent one goes to the others in proportion. */
function partsOf({ components }: RiskRow): Part[] {
  const read = components.flatMap(({ name, reading }) => (isMeasured(reading) ? [{ name, stress: reading.stress }] : []));
  const weights = read.reduce((sum, { name }) => sum + RISK_WEIGHTS[name], 0);
  return read.map(({ name, stress }) => ({ name, weight: RISK_WEIGHTS[name] / weights, points: (RISK_WEIGHTS[name] / weights) * stress }));
}

/** Every component; absent ones with the reason. */
const componentsOf = ({ components }: RiskRow, parts: readonly Part[]): (Component | AbsentComponent)[] =>
  components.map(({ name, reading }) => {
    if (!isMeasured(reading)) return { name, absent: reading.absent };
    const part = parts.find((p) => p.name === name)!;
    const { source, observation_date, value, unit, evidence } = reading;
    return {
      name,
      weight: rounded(part.weight, 6),
      contribution: rounded(part.points, 4),
      source,
      sample: source === SAMPLE.source,
      ...mergeProvenance([reading]),
      observation_date,
      value,
      unit,
      ...(evidence === undefined ? {} : { evidence }),
    };
  });

const scoreOf = (parts: readonly Part[]) => parts.reduce((sum, p) => sum + p.points, 0);

function levelOf(score: number): string {
  if (score < 25) return "low";
  if (score < 50) return "moderate";
  return score < 75 ? "elevated" : "high";
}

/** Shares in whole percent that sum to 100: each is rounded down, and the largest remainders are rounded up. */
function sharesOf(parts: readonly Part[]): { name: string; percent: number }[] {
  const total = scoreOf(parts);
  const exact = parts.map(({ name, points }) => ({ name, share: total === 0 ? 0 : (100 * points) / total }));
  const left = Math.round(exact.reduce((sum, e) => sum + e.share - Math.floor(e.share), 0));
  const byRemainder = [...exact].sort((a, b) => (b.share % 1) - (a.share % 1)).slice(0, left);
  return exact.map((e) => ({ name: e.name, percent: Math.floor(e.share) + (byRemainder.includes(e) ? 1 : 0) })).sort((a, b) => b.percent - a.percent);
}

/** Shares in words: "funding 32 %, liquidations 24 %, volatility 44 %; exchange flows missing, weight redistributed". */
function componentsText(row: RiskRow, parts: readonly Part[]): string {
  const missing = row.components.filter((c) => !isMeasured(c.reading)).map((c) => c.name);
  const shares = sharesOf(parts).map(({ name, percent }) => `${name} ${percent} %`);
  return shares.join(", ") + (missing.length > 0 ? `; ${missing.join(", ")} missing, weight redistributed` : "");
}

/** Caveats of the components in the score. */
function caveatsOf(asset: RiskAsset, sample: boolean, parts: readonly Part[]): CaveatId[] {
  const has = (...names: RiskName[]) => parts.some((p) => names.includes(p.name));
  if (sample) return ["liquidations_single_venue_okx"];
  return [
    ...(has("liquidations") ? (["liquidations_single_venue_okx"] as const) : []),
    ...(has("exchange flows", "stablecoins") ? (["internal_transfers_labelled"] as const) : []),
    ...(has("exchange flows") && asset === "BTC" ? (["btc_netflow_artifact"] as const) : []),
  ];
}

const absencesInWords = ({ components }: RiskRow): string => components.flatMap(({ reading }) => (isMeasured(reading) ? [] : [reading.absent])).join("; ");

/**
 * On-chain risk of BTC, ETH or SOL: a score from 0 to 100 (higher is more stress), its level, and each component's share of the score. An absent component is
 * named, and its weight goes to the others. Fails with `unknown_asset`, `not_covered`, `inputs_missing` and `no_data_yet`. Uses funding, liquidations and the
 * operator's own transfers and prices if any of them are loaded, else sample rows.
 */
const onchainRiskOf: EvaluateField<Field> = ([assetIn], context, field) => {
  const asset = String(assetIn);
  if (!isRiskAsset(asset)) {
    const { reason } = answering(SAMPLE, MAX_AGE_S);
    if (isKnown(asset)) return reason("not_covered", `No on-chain risk of ${asset}; use ${orList(RISK_ASSETS)}.`);
    return unknownReason({ reason }, whyUnknown("risk asset", asset, RISK_ASSETS));
  }
  const { rows: row, ...origin } = rowsFor(context, asset);
  const parts = partsOf(row);
  const say = answering(origin, MAX_AGE_S, caveatsOf(asset, origin.sample, parts));
  if (origin.sample && context.clock.today() < coinSince(asset)) return say.reason("no_data_yet", `On-chain risk of ${asset} begins on ${coinSince(asset)}.`);
  return { ...fieldOf(field, row, parts, say), components: componentsOf(row, parts) };
};

function fieldOf(field: Field, row: RiskRow, parts: readonly Part[], say: Answering): FamilyAnswer {
  if (parts.length === 0)
    return say.reasonOn(row.date, "inputs_missing", {
      short: "No component of the risk is known.",
      full: `No component of the risk of ${row.asset} is known on ${row.date}: ${absencesInWords(row)}.`,
    });
  const score = rounded(scoreOf(parts), 1);
  const figures: Readonly<Record<Field, () => FamilyAnswer>> = {
    score: () => say.number(score, "score", row.date),
    level: () => say.text(levelOf(score), row.date),
    date: () => say.date(row.date, row.date),
    components: () => say.text(componentsText(row, parts), row.date),
  };
  return figures[field]();
}

export const onchainRisk: Family = {
  name: "onchain-risk",
  functions: {
    ONCHAIN_RISK: {
      evaluate: onchainRiskOf,
      ages: { fields: { ...all("parts", "score", "level", "components"), date: "day" } },
      universe: () => RISK_ASSETS.length,
    },
  },
  rows: publishedRows(["funding", "liquidation", "whale_transfer"]),
};
