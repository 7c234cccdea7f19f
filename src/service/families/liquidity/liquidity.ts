import type { CaveatId } from "../../../contract/caveats";
import { addDays, daysBetween, type IsoDate } from "../../../contract/dates";
import { seriesReader, type Obs } from "../macro/series-reader";
import { HOUR, type Answer, type Context, type Family, type Reason } from "../family";

/** Net liquidity is a convention: Federal Reserve total assets less overnight reverse repo less the Treasury General Account, in $M. */
const BLOCKS = {
  balance_sheet: { series: "WALCL", toMillions: 1, basis: "Wednesday level" },
  reverse_repo: { series: "RRPONTSYD", toMillions: 1000, basis: "daily operation" },
  tga: { series: "WTREGEN", toMillions: 1, basis: "week average; no daily closing balance is loaded" },
  reserves: { series: "WRESBAL", toMillions: 1, basis: "week average" },
} as const;
type Block = keyof typeof BLOCKS;
const NET_BLOCKS = ["balance_sheet", "reverse_repo", "tga"] as const;

const CAVEATS: readonly CaveatId[] = ["liquidity_net_is_derived"];

/** A block at a day: the last observation on or before it. It moves only when its own date moves. */
function blockAt(block: Block, date: IsoDate, context: Context): Obs | undefined {
  const { series, toMillions } = BLOCKS[block];
  const obs = seriesReader(series, context)!.latest(date, 1)[0];
  return obs && { ...obs, value: Number((obs.value * toMillions).toPrecision(12)) };
}

interface Net {
  readonly value: number;
  readonly date: IsoDate;
  readonly sample: boolean;
  readonly source: Obs["source"];
  /** The method, and the day of each block. */
  readonly note: string;
}

/** Blocks of one figure lie at most so far apart; the balance sheet is weekly, and a holiday can move it. */
const MOST_DAYS_APART = 14;

/** Net liquidity at a day, or the reason why it cannot be said of that day. */
function netAt(date: IsoDate, context: Context): Net | Reason {
  const legs = NET_BLOCKS.map((block) => [block, blockAt(block, date, context)] as const);
  const absent = legs.filter(([, leg]) => !leg).map(([block]) => block);
  if (absent.length > 0) return missing(context, absent, date);
  const known = legs.map(([block, leg]) => ({ block, leg: leg! }));
  const newest = known.map(({ leg }) => leg.date).reduce((a, b) => (a > b ? a : b));
  const old = known.filter(({ leg }) => daysBetween(leg.date, newest) > MOST_DAYS_APART);
  const sample = known.some(({ leg }) => leg.sample);
  const source = sample ? "sample" : known[0]!.leg.source;
  if (old.length > 0)
    return {
      code: "inputs_missing",
      reason: `${old.map(({ block, leg }) => `${BLOCKS[block].series} ends on ${leg.date}`).join(", ")}, more than ${MOST_DAYS_APART} days before the newest block of ${newest}`,
      source,
      sample,
      caveats: CAVEATS,
      max_age_s: HOUR,
    };
  const [assets, repo, tga] = known.map(({ leg }) => leg.value) as [number, number, number];
  const dated = known.map(({ block, leg }) => `${block.replaceAll("_", " ")} ${leg.date}${leg.sample ? " (sample)" : ""}`).join(", ");
  return { value: Number((assets - repo - tga).toPrecision(12)), date: newest, sample, source, note: `${METHOD}: ${dated}` };
}

function missing(context: Context, blocks: readonly Block[], date: IsoDate): Reason {
  const ids = blocks.map((b) => BLOCKS[b].series);
  const sample = ids.some((id) => !context.store.observations.isReal(id));
  return {
    code: "inputs_missing",
    reason: `${ids.join(" and ")} ${ids.length === 1 ? "has" : "have"} no observation on or before ${date}`,
    source: sample ? "sample" : "user",
    sample,
    caveats: CAVEATS,
    max_age_s: HOUR,
  };
}

const METHOD = "balance sheet (Wednesday level) less reverse repo (daily) less Treasury General Account (week average)";

/** Net liquidity at the clock's date or its change over days, in $M, or the reason why not. */
function net(context: Context, changeOver: number | undefined): Net | Reason {
  const now = netAt(context.clock.today(), context);
  if ("code" in now || changeOver === undefined) return now;
  const then = netAt(addDays(now.date, -changeOver), context);
  if ("code" in then) return then;
  const sample = now.sample || then.sample;
  return { ...now, value: Number((now.value - then.value).toPrecision(12)), sample, source: sample ? "sample" : now.source };
}

function netliq([field]: readonly unknown[], context: Context): Answer {
  const name = String(field);
  const block = name.replace(/_date$/, "");
  if (block in BLOCKS) {
    const obs = blockAt(block as Block, context.clock.today(), context);
    if (!obs) return missing(context, [block as Block], context.clock.today());
    const from = {
      source: obs.source,
      sample: obs.sample,
      observation_date: obs.date,
      caveats: CAVEATS,
      max_age_s: HOUR,
      note: `basis: ${BLOCKS[block as Block].basis}`,
    };
    return name.endsWith("_date") ? { ...from, value: obs.date, kind: "date" } : { ...from, value: obs.value, unit: "$M" };
  }
  const result = net(context, name === "change_1w" ? 7 : undefined);
  if ("code" in result) return result;
  const from = { source: result.source, sample: result.sample, observation_date: result.date, caveats: CAVEATS, max_age_s: HOUR, note: result.note };
  return name === "net_date" ? { ...from, value: result.date, kind: "date" } : { ...from, value: result.value, unit: "$M" };
}

function liquidity([field]: readonly unknown[], context: Context): Answer {
  const result = net(context, field === "change_1w" ? 7 : field === "change_4w" ? 28 : undefined);
  if ("code" in result) return result;
  const caveats: readonly CaveatId[] = [...CAVEATS, "liquidity_credit_legs_licence_gated", "liquidity_score_renormalises"];
  const from = { source: result.source, sample: result.sample, observation_date: result.date, caveats, max_age_s: HOUR, note: result.note };
  if (field === "date") return { ...from, value: result.date, kind: "date" };
  // The two option-adjusted spreads are licensed: they are always named here, and never filled in.
  if (field === "inputs_missing") return { ...from, value: "high-yield spread, investment-grade spread (not licensed)" };
  return { ...from, value: Number((result.value / 1e6).toFixed(6)), unit: "$T" };
}

/** LIQUIDITY in $T and NETLIQ in $M over the same blocks. */
export const liquidityFamily: Family = {
  name: "liquidity",
  functions: { LIQUIDITY: liquidity, NETLIQ: netliq },
  series: Object.values(BLOCKS).map((b) => b.series),
  universe: () => ({ LIQUIDITY: 1, NETLIQ: Object.keys(BLOCKS).length }),
};
