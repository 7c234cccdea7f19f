import type { CaveatId } from "../../../contract/caveats";
import { addDays, daysBetween, type IsoDate } from "../../../contract/dates";
import type { FieldName } from "../../../contract/functions";
import { andList } from "../../../contract/nearest";
import { answering, jointOrigin, mergeProvenance, type Origin, type ReasonText } from "../../answers/answering";
import { HOUR, type AbsentComponent, type FamilyAnswer, type Family, type Component, type Reason } from "../../answers/family";
import { all } from "../../answers/field-ages";
import type { Context } from "../../answers/context";
import { dueIn, LOAD_OR_ASK_LATER, rowsDueIn, whenPublic } from "../awaited";
import { noneUpTo } from "../macro/series-reader";
import { publishedRows } from "../../answers/published-rows";
import { inGapText, isStale, MAXIMUM_AGES, MAXIMUM_APART } from "../../answers/maximum-age";
import { blockAt, BLOCKS, originOfBlock, type LiquidityBlock, type BlockObs, type TgaBasis } from "./blocks";

/** Net liquidity by market convention: Federal Reserve total assets less overnight reverse repo less the Treasury General Account, in $M. */
const NET_BLOCKS = ["balance_sheet", "reverse_repo", "tga"] as const;
type NetBlock = (typeof NET_BLOCKS)[number];

/** Maximum days between two observations of a block: all are published at least weekly. */
const MAX_STEP_DAYS = 7;

/** The Daily Treasury Statement has a closing balance for every working day. */
const CLOSING_BALANCES = { dataset: "cash_balance", calendar: "offices", source: "fiscaldata" } as const;

const CAVEATS: readonly CaveatId[] = ["liquidity_net_is_derived"];
const HEADLINE_CAVEATS: readonly CaveatId[] = [...CAVEATS, "liquidity_credit_legs_licence_gated"];

interface Net {
  readonly value: number;
  readonly date: IsoDate;
  readonly origin: Origin;
  /** Basis of the Treasury General Account in this figure. */
  readonly tga: TgaBasis;
  /** The method, and the date of each block. */
  readonly note: string;
  readonly components: readonly Component[];
  /** Set if a block is too old for a current figure. The date fields still answer. */
  readonly stale?: { readonly text: ReasonText; readonly date: IsoDate } | undefined;
}

const MAX_DAYS_APART = MAXIMUM_APART.net_liquidity.days;

/** Removes floating-point noise. */
const withoutNoise = (musd: number): number => Number(musd.toPrecision(12));

/** Net liquidity on a day, or the reason why it is unknown. `dayOf` reads a block as of an earlier day. */
function netAt(date: IsoDate, context: Context, basis?: TgaBasis, dayOf: (block: NetBlock) => IsoDate = () => date): Net | Reason {
  const components = NET_BLOCKS.map((block) => [block, blockAt(block, dayOf(block), context, basis)] as const);
  const absent = components.filter(([, component]) => !component).map(([block]) => block);
  if (absent.length > 0) return missing(context, absent, date, basis);
  const known = components.map(([block, component]) => ({ block, component: component! }));
  const newest = known.map(({ component }) => component.date).reduce((a, b) => (a > b ? a : b));
  const old = known.filter(({ component }) => daysBetween(component.date, newest) > MAX_DAYS_APART);
  const outdated = known.find(({ component }) => isOutdated(component, date));
  const origin = jointOrigin(known.map(({ component }) => component));
  const tga = known[2]!.component.tga ?? "week average";
  if (old.length > 0)
    return answering(origin, HOUR, CAVEATS).reason("inputs_missing", {
      short: `Dates too far apart: ${wordsOf(old[0]!.block)} ends on ${old[0]!.component.date}.`,
      full: `The blocks' dates are too far apart: ${old.map(({ block, component }) => `${nameOf(block, component.tga)} ends on ${component.date}`).join(", ")}, more than ${MAX_DAYS_APART} days before the newest block of ${newest}. Load newer data.`,
    });
  const [assets, repo, account] = known.map(({ component }) => component.value) as [number, number, number];
  const dated = known.map(({ block, component }) => `${wordsOf(block)} ${component.date}${component.sample ? " (sample)" : ""}`).join(", ");
  return {
    value: withoutNoise(assets - repo - account),
    date: newest,
    ...(outdated ? { stale: { text: outdatedText(outdated.block, outdated.component, date), date: outdated.component.date } } : {}),
    origin,
    tga,
    note: `${methodOf(tga)}: ${dated}`,
    components: known.map(({ block, component }) => ({
      name: wordsOf(block),
      source: component.source,
      sample: component.sample,
      ...mergeProvenance([component]),
      observation_date: component.date,
      value: component.value,
      unit: "$M",
      contribution: block === "balance_sheet" ? component.value : -component.value,
      evidence: component.basis,
    })),
  };
}

/** True if a published block is too old for a day. Sample blocks do not age. */
const isOutdated = (block: BlockObs, at: IsoDate): boolean => !block.sample && isStale(block.ageName, block.date, at);

const wordsOf = (block: LiquidityBlock): string => block.replaceAll("_", " ");

function outdatedText(block: LiquidityBlock, { ageName, date, tga }: BlockObs, at: IsoDate): ReasonText {
  const { days } = MAXIMUM_AGES[ageName];
  return {
    short: `Too old: ${wordsOf(block)} of ${date}, limit ${days} days.`,
    full: `The last observation of ${nameOf(block, tga)} on or before ${at} is from ${date}; the limit is ${days} days. Load newer data; field ${block}_date of NETLIQ gives the last day.`,
  };
}

/** Name of a block in a sentence. */
const nameOf = (block: LiquidityBlock, tga: TgaBasis | undefined): string =>
  block === "tga" && tga === "closing balance" ? "the closing balance of the Treasury General Account" : BLOCKS[block].series;

/** Why no row of a block is known on or before a day, and the day up to which none is loaded, as far as its rows were public. */
function noneOf(block: LiquidityBlock, date: IsoDate, context: Context, tga: TgaBasis | undefined): { readonly upTo: IsoDate; readonly full: string } {
  const isSeries = block !== "tga" || tga === "week average" || (tga === undefined && !context.store.records.isPublished("cash_balance", "TGA"));
  const { series } = BLOCKS[block];
  if (isSeries) {
    const rule = dueIn(series, "0001-01-01", date, context);
    const upTo = (rule.awaited[0] && rule.due) ?? date;
    return { upTo, full: noneUpTo(series, date, context)?.full ?? `No ${series} is loaded on or before ${date}. Load more data.` };
  }
  const rule = rowsDueIn("The closing balance", CLOSING_BALANCES, addDays(date, -MAX_STEP_DAYS), date, context);
  const next = rule.awaited[0];
  const due = (next && rule.due) ?? date;
  const what = `No closing balance of the Treasury General Account${tga === undefined ? ", and no WTREGEN," : ""} is loaded on or before ${due}.`;
  return { upTo: due, full: next ? `${what} ${whenPublic(next)}. ${LOAD_OR_ASK_LATER}` : `${what} Load more data.` };
}

function missing(context: Context, blocks: readonly LiquidityBlock[], date: IsoDate, tga?: TgaBasis): Reason {
  const ids = blocks.map((b) => nameOf(b, tga));
  const origin = jointOrigin(blocks.map((b) => originOfBlock(b, context)));
  const none = origin.sample ? [] : blocks.map((b) => noneOf(b, date, context, tga));
  const upTo = none.reduce((latest, one) => (one.upTo > latest ? one.upTo : latest), none.length > 0 ? "" : date);
  const has = ids.length === 1 ? "has" : "have";
  return answering(origin, HOUR, CAVEATS).reason("inputs_missing", {
    // The names of all three are too long for a cell.
    short: blocks.length > 2 ? `${blocks.length} blocks have no value on or before ${upTo}.` : `No ${blocks.map(wordsOf).join(" and ")} on or before ${upTo}.`,
    full: origin.sample ? `${andList(ids)} ${has} no observation on or before ${date}.` : none.map(({ full }) => full).join(" "),
  });
}

const methodOf = (tga: TgaBasis): string => `balance sheet (Wednesday level) less reverse repo (daily) less Treasury General Account (${tga})`;

/** The reason if the earlier observation of a block is a week or more too early, because the one in between is not loaded. */
function gapBetween(now: Net, then: Net, over: number): Reason | undefined {
  for (const [i, { name, observation_date: last }] of now.components.entries()) {
    const before = then.components[i]?.observation_date;
    if (!last || !before || daysBetween(before, last) < over + MAX_STEP_DAYS) continue;
    return answering(jointOrigin([now.origin, then.origin]), HOUR, CAVEATS).reasonOn(
      now.date,
      "no_observation",
      inGapText(`The ${name} ${over} days before ${last}`, [before, addDays(last, -over)]),
    );
  }
  return undefined;
}

/**
 * The change of net liquidity over a number of days, with the Treasury General Account on the same basis at both ends. Each block changes over the days before its
 * own date, because the newest balance sheet is up to eight days older than the newest reverse repo, and would be compared with itself.
 */
function changeOf(now: Net, over: number, context: Context): Net | Reason {
  const then = netAt(addDays(now.date, -over), context, now.tga, (block) =>
    addDays(now.components[NET_BLOCKS.indexOf(block)]?.observation_date ?? now.date, -over),
  );
  if ("code" in then) return then;
  if (then.stale) return { ...then, value: Number.NaN };
  const gap = gapBetween(now, then, over);
  if (gap) return gap;
  const components = now.components.map((component, i) => ({
    ...component,
    ...mergeProvenance([component, then.components[i] ?? {}]),
    contribution: withoutNoise((component.contribution ?? 0) - (then.components[i]?.contribution ?? 0)),
  }));
  return { ...now, value: withoutNoise(now.value - then.value), origin: jointOrigin([now.origin, then.origin]), components };
}

/** Net liquidity today or its change over a number of days, in $M, or the reason why it is unknown. */
function net(context: Context, changeOver: number | undefined): Net | Reason {
  const today = context.clock.today();
  const now = netAt(today, context);
  if ("code" in now || now.stale || changeOver === undefined) return now;
  const change = changeOf(now, changeOver, context);
  if (!("code" in change) && !change.stale) return change;
  // If this basis lacks a figure at one end, the other basis may have figures at both ends.
  const other = netAt(today, context, now.tga === "closing balance" ? "week average" : "closing balance");
  const second = "code" in other || other.stale ? other : changeOf(other, changeOver, context);
  return "code" in second || second.stale ? change : second;
}

/** The newest observation of a block, or its day. */
function ofBlock(block: LiquidityBlock, context: Context, what: "level" | "day"): FamilyAnswer {
  const today = context.clock.today();
  const obs = blockAt(block, today, context);
  if (!obs) return missing(context, [block], today);
  const { date, number, reasonOn } = answering(obs, HOUR, CAVEATS);
  const note = `basis: ${obs.basis}`;
  if (what === "day") return { ...date(obs.date, obs.date), note };
  return isOutdated(obs, today) ? reasonOn(obs.date, "stale", outdatedText(block, obs, today)) : { ...number(obs.value, "$M", obs.date), note };
}

/** Net liquidity, its change over `changeOver` days, or its date. */
function ofNet(context: Context, what: "level" | "day", changeOver?: number): FamilyAnswer {
  const result = net(context, changeOver);
  if ("code" in result) return result;
  const { date, number } = answering(result.origin, HOUR, CAVEATS);
  const { note, components } = result;
  if (what === "day") return { ...date(result.date, result.date), note, components };
  return result.stale ? staleReason(result) : { ...number(result.value, "$M", result.date), note, components };
}

const NETLIQ_FIGURES: Readonly<Record<FieldName<"NETLIQ">, (context: Context) => FamilyAnswer>> = {
  net: (context) => ofNet(context, "level"),
  net_date: (context) => ofNet(context, "day"),
  change_1w: (context) => ofNet(context, "level", 7),
  balance_sheet: (context) => ofBlock("balance_sheet", context, "level"),
  balance_sheet_date: (context) => ofBlock("balance_sheet", context, "day"),
  reverse_repo: (context) => ofBlock("reverse_repo", context, "level"),
  reverse_repo_date: (context) => ofBlock("reverse_repo", context, "day"),
  tga: (context) => ofBlock("tga", context, "level"),
  tga_date: (context) => ofBlock("tga", context, "day"),
  reserves: (context) => ofBlock("reserves", context, "level"),
  reserves_date: (context) => ofBlock("reserves", context, "day"),
};

const staleReason = ({ stale, components, origin }: Net): Reason => ({
  ...answering(origin, HOUR, CAVEATS).reasonOn(stale!.date, "stale", stale!.text),
  components,
});

const inTrillions = (musd: number): number => Number((musd / 1e6).toFixed(6));

/** Option-adjusted spreads belong to the composite, but their data needs a licence: always listed as absent. */
const LICENSED: readonly AbsentComponent[] = ["high-yield spread", "investment-grade spread"].map((name) => ({ name, absent: "not licensed" }));

/** Lists every absent input with its reason. */
function inputsMissing(context: Context): FamilyAnswer {
  const today = context.clock.today();
  const read = NET_BLOCKS.map((block) => ({ block, obs: blockAt(block, today, context) }));
  const newest = read.reduce((a, { obs }) => (obs && obs.date > a ? obs.date : a), "");
  const absent = read.flatMap(({ block, obs }): AbsentComponent[] => {
    const name = wordsOf(block);
    if (!obs) return [{ name, absent: `no value on or before ${today}` }];
    if (isOutdated(obs, today)) return [{ name, absent: `too old: ${obs.date}` }];
    return daysBetween(obs.date, newest) > MAX_DAYS_APART ? [{ name, absent: `too far behind the others: ${obs.date}` }] : [];
  });
  const origin = jointOrigin(read.map(({ block, obs }) => obs ?? originOfBlock(block, context)));
  const value = [...absent, ...LICENSED].map((component) => `${component.name} (${component.absent})`).join(", ");
  return { ...answering(origin, HOUR, HEADLINE_CAVEATS).text(value, newest || today), components: [...absent, ...LICENSED] };
}

/** The headline in $T, its change over `changeOver` days, or its date. */
function headline(context: Context, what: "level" | "day", changeOver?: number): FamilyAnswer {
  const caveats = HEADLINE_CAVEATS;
  const result = net(context, changeOver);
  if ("code" in result) return { ...result, caveats };
  const components = [...result.components.map((component) => ({ ...component, contribution: inTrillions(component.contribution ?? 0) })), ...LICENSED];
  const { date, number } = answering(result.origin, HOUR, caveats);
  const { note } = result;
  if (what === "day") return { ...date(result.date, result.date), note, components };
  return result.stale ? { ...staleReason(result), caveats, components } : { ...number(inTrillions(result.value), "$T", result.date), note, components };
}

const LIQUIDITY_FIGURES: Readonly<Record<FieldName<"LIQUIDITY">, (context: Context) => FamilyAnswer>> = {
  value: (context) => headline(context, "level"),
  change_1w: (context) => headline(context, "level", 7),
  change_4w: (context) => headline(context, "level", 28),
  date: (context) => headline(context, "day"),
  inputs_missing: inputsMissing,
};

/** LIQUIDITY in $T and NETLIQ in $M, from the same blocks. */
export const liquidityFamily: Family = {
  name: "liquidity",
  functions: {
    LIQUIDITY: {
      evaluate: (_args, context, field) => LIQUIDITY_FIGURES[field](context),
      ages: { fields: { ...all("parts", "value", "change_1w", "change_4w"), date: "day", inputs_missing: "constant" } },
      universe: () => 1,
    },
    NETLIQ: {
      evaluate: (_args, context, field) => NETLIQ_FIGURES[field](context),
      ages: {
        fields: {
          ...all("parts", "net", "change_1w", "balance_sheet", "reverse_repo", "tga", "reserves"),
          ...all("day", "net_date", "balance_sheet_date", "reverse_repo_date", "tga_date", "reserves_date"),
        },
      },
      universe: () => Object.keys(BLOCKS).length,
    },
  },
  series: Object.values(BLOCKS).map((b) => b.series),
  rows: publishedRows(["cash_balance"]),
};
