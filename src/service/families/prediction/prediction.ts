import type { IsoDate } from "../../../contract/dates";
import { nearest, orList } from "../../../contract/nearest";
import { answering, sampled, type Sourced } from "../answering";
import type { Context, Evaluate, Family } from "../family";
import type { Market } from "./rows";
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

/** A whole sheet asks of one day, so the last day's list is kept. */
let kept: { readonly date: IsoDate; readonly listed: readonly Listed[] } | undefined;

/** Markets that are open on the clock's day or closed shortly before, most traded first, from wherever they are held. */
export const rowsFor = (context: Context): Sourced<readonly Listed[]> => {
  const date = context.clock.today();
  if (kept?.date !== date) {
    const markets = [...sampleMarkets(date)].sort((a, b) => b.volume_usd - a.volume_usd || (a.id < b.id ? -1 : 1));
    kept = { date, listed: markets.map((market) => ({ market, words: wordsOf(`${market.question} ${market.category} ${market.id}`) })) };
  }
  return sampled(kept.listed);
};

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
 * most traded answers. Fails with `unknown_market`, also for a market that has closed, and `no_data_yet`. Source: generated
 * sample rows.
 */
const odds: Evaluate = ([text], context) => {
  const asked = String(text);
  const today = context.clock.today();
  const { rows, ...origin } = rowsFor(context);
  const say = answering(origin, MAX_AGE_S, ["end_date_scheduled_not_actual"]);
  if (today < COVERED_FROM) return say.reason("no_data_yet", `prediction markets are covered from ${COVERED_FROM} on`);
  const words = wordsOf(asked);
  const active = rows.filter(({ market }) => market.closed === null);
  const byId = rows.find(({ market }) => market.id === asked);
  const all = (listed: Listed) => words.length > 0 && matched(listed, words) === words.length;
  const found = byId ?? active.find(all) ?? rows.find(all);
  if (!found) return say.reason("unknown_market", `no active market matches "${asked}"; the nearest are ${sayNearest(asked, words, active)}`);
  const { market } = found;
  if (market.closed !== null) {
    const state = market.outcome ? `closed on ${market.closed} and resolved ${market.outcome}` : `closed on ${market.closed} and awaits its resolution`;
    const next = active.find((l) => l.market.id.replace(/-\d{4}(-\d\d)?$/, "") === market.id.replace(/-\d{4}(-\d\d)?$/, ""));
    return say.reason("unknown_market", `market ${market.id} ${state}; ${next ? `ask for ${next.market.id}` : "ask for an active one"}`, market.closed);
  }
  return say.number(market.yes_probability, "probability", today);
};

export const prediction: Family = {
  name: "prediction",
  functions: { ODDS: odds },
  universe: (context) => ({ ODDS: context.clock.today() < COVERED_FROM ? 0 : rowsFor(context).rows.filter(({ market }) => market.closed === null).length }),
};
