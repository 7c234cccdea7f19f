import type { IsoDate } from "../../../contract/dates";
import { orList } from "../../../contract/nearest";
import { forCell } from "../../../contract/reason";
import { type Instrument, instrumentOf } from "../../instruments/universe";
import { answering, ofDataset, type ReasonText, type Sourced } from "../../answers/answering";
import type { Evaluate, Family, FamilyAnswer } from "../../answers/family";
import { only } from "../../answers/field-ages";
import type { Context } from "../../answers/context";
import { publishedRows } from "../../answers/published-rows";
import { findMarket, type ListedMarket } from "./find-market";
import { type AnyMarket, listedMarkets, marketInWords, marketStateOf, newestSampleDay } from "./markets";
import { DATED_OTHERWISE, noProbability } from "./market-rows";
import type { Market } from "../../records/prediction";
import { COVERED_FROM } from "./sample";

const MAX_AGE_S = 5 * 60;
const CAVEATS = ["end_date_scheduled_not_actual"] as const;

const MAX_LISTED = 3;
const list = (markets: readonly Market[]): string => orList(markets.slice(0, MAX_LISTED).map(marketInWords));

const ambiguous = (query: string, markets: readonly Market[]): ReasonText => ({
  short: `${markets.length} markets fit; add words, or use a market's id.`,
  full: `${markets.length} prediction markets fit "${query}" equally well, such as ${list(markets)}. Add words of the question, or use the id of one market.`,
});

/** The reason if no market's question names a company or its ticker. */
const ofTicker = ({ ticker, name }: Instrument, [example]: readonly ListedMarket[]): ReasonText => ({
  short: forCell`No prediction market is about ${ticker}.`,
  full: `No prediction market asks about ${name} (${ticker}). ODDS finds a market by its id, or by whole words of its question${example ? `, such as ${marketInWords(example.market)}` : ""}.`,
});

function noMarket(query: string, near: readonly Market[]): ReasonText {
  const then = "Use a market's id, or whole words of its question.";
  if (near.length > 0)
    return {
      short: "No market has all of these words.",
      full: `No prediction market has all words of "${query}" in its question; the nearest are ${list(near)}. ${then}`,
    };
  return query.includes(" ")
    ? { short: "No market has any of these words.", full: `No prediction market has any word of "${query}" in its question. ${then}` }
    : { short: "No market has this id or word.", full: `No prediction market has the id "${query}" or that word in its question. ${then}` };
}

const periodless = (id: string): string => id.replace(/-\d{4}(-\d\d)?$/, "");

/** What is known of a closed market's outcome: for the cell, and in a sentence after "closed on … and". */
function outcomeInWords({ outcome, disputed }: AnyMarket): readonly [short: string, full: string] {
  if (outcome === "void") return ["the market is void", "is void: it resolved to neither Yes nor No"];
  if (outcome !== null) return [`the outcome was ${outcome}`, `resolved ${outcome}`];
  return disputed ? ["its outcome is disputed", "has no final outcome: it is disputed"] : ["no outcome yet", "awaits its resolution"];
}

function closedMarket(market: AnyMarket, markets: readonly ListedMarket[]): ReasonText {
  const { id, question, closed } = market;
  const next = markets.find((one) => one.market.closed === null && periodless(one.market.id) === periodless(id));
  const [short, full] = outcomeInWords(market);
  return {
    short: `Closed ${closed}; ${short}.`,
    full: `Market ${id}, "${question}", closed on ${closed} and ${full}. Use ${next ? next.market.id : "an open market"}.`,
  };
}

/** The answer for the market found. */
function ofMarket(market: AnyMarket, { rows, ...origin }: Sourced<readonly ListedMarket[]>, today: IsoDate): FamilyAnswer {
  const state = marketStateOf(market);
  const say = answering(state ? ofDataset(state.venue, "market", market.id) : origin, MAX_AGE_S, CAVEATS);
  if (market.closed !== null) return say.reasonOn(market.closed, "unknown_market", closedMarket(market, rows));
  const day = state?.updated.slice(0, 10) ?? today;
  if (market.yes_probability === null) return say.reasonOn(day, "not_stated", noProbability(market));
  return say.number(market.yes_probability, "probability", day);
}

/**
 * The probability of Yes, 0 to 1, of one prediction market, found by its id, its slug, or whole words of its question and its event's title. The note names the
 * market. Fails with `ambiguous_market` if several fit equally well, `unknown_market` (also for a closed market), `not_stated` if no probability is known, and
 * `no_data_yet`. Uses the venues' markets if any are imported, else sample rows.
 */
const odds: Evaluate = ([text], context) => {
  const query = String(text);
  const markets = listedMarkets(context);
  const { rows, ...origin } = markets;
  const today = origin.sample ? newestSampleDay(context) : context.clock.today();
  const say = answering(origin, MAX_AGE_S, CAVEATS);
  if (rows.length === 0 && !origin.sample) return say.reason("no_data_yet", `No prediction market is loaded for ${today}.`);
  if (origin.sample && today < COVERED_FROM) return say.reason("no_data_yet", `Prediction markets begin on ${COVERED_FROM}.`);
  const found = findMarket(rows, query);
  if (found.kind === "several") return say.reason("ambiguous_market", ambiguous(query, found.markets));
  if (found.kind === "none") {
    const instrument = found.near.length === 0 ? instrumentOf(query.trim().toUpperCase()) : undefined;
    const open = rows.filter(({ market }) => market.closed === null);
    return say.reason("unknown_market", instrument ? ofTicker(instrument, open) : noMarket(query, found.near));
  }
  const state = marketStateOf(found.market);
  const market: AnyMarket = found.market;
  const note = `market ${marketInWords(market)}${state ? `; last trade on ${state.venue}` : ""}${market.disputed ? "; its outcome is disputed" : ""}`;
  return { ...ofMarket(market, markets, today), note };
};

const openMarkets = (context: Context): number => listedMarkets(context).rows.filter(({ market }) => market.closed === null).length;

export const prediction: Family = {
  name: "prediction",
  functions: {
    ODDS: {
      evaluate: odds,
      ages: { fields: only("latest"), age: () => "odds", fetched: DATED_OTHERWISE },
      universe: openMarkets,
      asOf: "words",
    },
  },
  rows: publishedRows(["market"]),
};
