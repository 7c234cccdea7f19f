import type { IsoDate } from "../../../contract/dates";
import { nearest, orList } from "../../../contract/nearest";
import { answering, ofDataset, SAMPLE, type Sourced } from "../answering";
import type { Context, Evaluate, Family } from "../family";
import { realRows } from "../real-rows";
import { publishedMarkets } from "./published";
import type { Market, PublishedMarket } from "./rows";
import { COVERED_FROM, sampleMarkets } from "./sample";

const MAX_AGE_S = 5 * 60;

/** A market with the words that it can be found by. */
interface Listed {
  readonly market: Market;
  readonly words: readonly string[];
}

const wordsOf = (text: string): string[] =>
  text
    .toLowerCase()
    .split(/[^\p{L}\p{N}%.]+/u)
    .map((w) => w.replace(/^\.+|\.+$/g, ""))
    .filter((w) => w !== "");

/** A whole sheet asks of one day, so the words of the last list are kept. */
let kept: { readonly of: readonly Market[]; readonly listed: readonly Listed[] } | undefined;
let sample: { readonly date: IsoDate; readonly markets: readonly Market[] } | undefined;

function sampleOf(date: IsoDate): readonly Market[] {
  if (sample?.date !== date) sample = { date, markets: sampleMarkets(date) };
  return sample.markets;
}

/** Most traded first; a volume that is not known in dollars comes last. */
const byVolume = (a: Market, b: Market): number => (b.volume_usd ?? -1) - (a.volume_usd ?? -1) || (a.id < b.id ? -1 : 1);

/**
 * Markets that are open on the clock's day or closed before it, most traded first, from wherever they are held. As soon as one was imported there is no sample
 * market: questions made up would stand between real ones.
 */
export const rowsFor = (context: Context): Sourced<readonly Listed[]> => {
  const published = publishedMarkets(context);
  const markets: readonly Market[] = published ?? sampleOf(context.clock.today());
  if (kept?.of !== markets)
    kept = {
      of: markets,
      listed: [...markets].sort(byVolume).map((market) => ({ market, words: wordsOf(`${market.question} ${market.category} ${market.id}`) })),
    };
  return { rows: kept.listed, ...(published ? { source: published[0]?.venue ?? "polymarket", sample: false } : SAMPLE) };
};

/** The day of a published market's state; a sample market is of the day itself. */
const stateOf = (market: Market & Partial<PublishedMarket>): Pick<PublishedMarket, "venue" | "updated"> | undefined =>
  market.venue && market.updated ? { venue: market.venue, updated: market.updated } : undefined;

/** "cut" finds "cuts", and "fed" the Federal Reserve; a word that only holds the letters inside does not count. */
const matched = ({ words }: Listed, asked: readonly string[]) => asked.filter((a) => words.some((w) => w.startsWith(a))).length;

function sayNearest(asked: string, words: readonly string[], active: readonly Listed[]): string {
  const sharing = active
    .map((listed) => ({ listed, shared: matched(listed, words) }))
    .filter(({ shared }) => shared > 0)
    .sort((a, b) => b.shared - a.shared);
  const ids = active.map(({ market }) => market.id);
  const close =
    sharing.length > 0
      ? sharing.slice(0, 2).map(({ listed }) => listed.market)
      : nearest(asked, ids, 2).flatMap((id) => active.find((l) => l.market.id === id)?.market ?? []);
  return orList(close.map(({ question, id }) => `"${question}" (${id})`));
}

/**
 * The probability of Yes, 0 to 1, of one prediction market, found by its id or by all of the words asked for; of several the
 * most traded answers. Fails with `unknown_market`, also for a market that has closed, `not_stated` where no probability is
 * known, and `no_data_yet`. Source: the venues' markets where they were imported, generated sample rows elsewhere.
 */
const odds: Evaluate = ([text], context) => {
  const asked = String(text);
  const today = context.clock.today();
  const { rows, ...origin } = rowsFor(context);
  const say = answering(origin, MAX_AGE_S, ["end_date_scheduled_not_actual"]);
  if (rows.length === 0 && !origin.sample) return say.reason("no_data_yet", `no prediction market had been imported for ${today}`);
  if (origin.sample && today < COVERED_FROM) return say.reason("no_data_yet", `prediction markets are covered from ${COVERED_FROM} on`);
  const words = wordsOf(asked);
  const active = rows.filter(({ market }) => market.closed === null);
  const byId = rows.find(({ market }) => market.id === asked);
  const all = (listed: Listed) => words.length > 0 && matched(listed, words) === words.length;
  const found = byId ?? active.find(all) ?? rows.find(all);
  if (!found) return say.reason("unknown_market", `no active market matches "${asked}"; the nearest are ${sayNearest(asked, words, active)}`);
  const { market } = found;
  const state = stateOf(market);
  const of = answering(state ? ofDataset(state.venue, "market", market.id) : origin, MAX_AGE_S, ["end_date_scheduled_not_actual"]);
  if (market.closed !== null) {
    const said = market.outcome ? `closed on ${market.closed} and resolved ${market.outcome}` : `closed on ${market.closed} and awaits its resolution`;
    const next = active.find((l) => l.market.id.replace(/-\d{4}(-\d\d)?$/, "") === market.id.replace(/-\d{4}(-\d\d)?$/, ""));
    return of.reason("unknown_market", `market ${market.id} ${said}; ${next ? `ask for ${next.market.id}` : "ask for an active one"}`, market.closed);
  }
  const day = state?.updated.slice(0, 10) ?? today;
  if (market.yes_probability === null)
    return of.reason("not_stated", `no probability of Yes is known for market ${market.id}, "${market.question}"; ask for another one`, day);
  const answer = of.number(market.yes_probability, "probability", day);
  return state ? { ...answer, note: `by the last trade at ${state.venue}` } : answer;
};

export const prediction: Family = {
  name: "prediction",
  functions: { ODDS: odds },
  rows: realRows(["market"]),
  universe: (context) => {
    const { rows, sample } = rowsFor(context);
    return { ODDS: sample && context.clock.today() < COVERED_FROM ? 0 : rows.filter(({ market }) => market.closed === null).length };
  },
};
