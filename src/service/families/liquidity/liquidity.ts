import type { CaveatId } from "../../../contract/caveats";
import { addDays, type IsoDate } from "../../../contract/dates";
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
}

function netAt(date: IsoDate, context: Context): Net | undefined {
  const legs = NET_BLOCKS.map((block) => blockAt(block, date, context));
  const [assets, repo, tga] = legs;
  if (!assets || !repo || !tga) return undefined;
  const sample = legs.some((leg) => leg?.sample);
  return {
    value: Number((assets.value - repo.value - tga.value).toPrecision(12)),
    date: [assets.date, repo.date, tga.date].reduce((a, b) => (a > b ? a : b)),
    sample,
    source: sample ? "sample" : assets.source,
  };
}

function missing(context: Context, blocks: readonly Block[] = NET_BLOCKS): Reason {
  const ids = blocks.map((b) => BLOCKS[b].series);
  const sample = ids.some((id) => !context.store.observations.isReal(id));
  const [id] = ids;
  return {
    code: "inputs_missing",
    reason:
      ids.length === 1
        ? `${id} has no observation on or before ${context.clock.today()}`
        : `net liquidity needs ${ids.join(", ")}; not all of them have an observation on or before ${context.clock.today()}`,
    source: sample ? "sample" : "user",
    sample,
    caveats: CAVEATS,
    max_age_s: HOUR,
  };
}

const METHOD = "balance sheet (Wednesday level) less reverse repo (daily) less Treasury General Account (week average)";

/** Net liquidity at the clock's date or its change over days, in $M, or the reason why not. */
function net(context: Context, changeOver: number | undefined): (Net & { readonly change?: number }) | Reason {
  const now = netAt(context.clock.today(), context);
  if (!now) return missing(context);
  if (changeOver === undefined) return now;
  const then = netAt(addDays(now.date, -changeOver), context);
  if (!then) return missing(context);
  return { ...now, value: Number((now.value - then.value).toPrecision(12)), sample: now.sample || then.sample };
}

function netliq([field]: readonly unknown[], context: Context): Answer {
  const name = String(field);
  const block = name.replace(/_date$/, "");
  if (block in BLOCKS) {
    const obs = blockAt(block as Block, context.clock.today(), context);
    if (!obs) return missing(context, [block as Block]);
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
  const from = { source: result.source, sample: result.sample, observation_date: result.date, caveats: CAVEATS, max_age_s: HOUR, note: METHOD };
  return name === "net_date" ? { ...from, value: result.date, kind: "date" } : { ...from, value: result.value, unit: "$M" };
}

function liquidity([field]: readonly unknown[], context: Context): Answer {
  const result = net(context, field === "change_1w" ? 7 : field === "change_4w" ? 28 : undefined);
  if ("code" in result) return result;
  const caveats: readonly CaveatId[] = [...CAVEATS, "liquidity_credit_legs_licence_gated", "liquidity_score_renormalises"];
  const from = { source: result.source, sample: result.sample, observation_date: result.date, caveats, max_age_s: HOUR, note: METHOD };
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
