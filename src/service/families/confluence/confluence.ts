import { counted } from "../../../contract/counted";
import { daysBetween } from "../../../contract/dates";
import type { FieldName } from "../../../contract/functions";
import { forCell } from "../../../contract/reason";
import { answering, type Answering, mergeProvenance, type ReasonText, SAMPLE, sampled, type Sourced, unknownReason } from "../../answers/answering";
import type { Context } from "../../answers/context";
import { type AbsentComponent, type FamilyAnswer, type Component, type EvaluateField, type Family, HOUR } from "../../answers/family";
import { all } from "../../answers/field-ages";
import { MAXIMUM_AGES } from "../../answers/maximum-age";
import { countWith, publishedRows } from "../../answers/published-rows";
import { untilRelease } from "../../answers/until-import";
import { type Instrument, instrumentOf, TICKERS } from "../../instruments/universe";
import { unknownTicker } from "../../names/unknown";
import type { SourceId } from "../../records/attribution";
import { sessionsBack } from "../../time/calendar";
import { CONGRESS_WINDOW_DAYS, congressNetFor } from "../congress/congress";
import { latestChangeFor } from "../holders13f/holders13f";
import { cacheInSlices, inSlices } from "../in-slices";
import { INSIDER_WINDOW_DAYS, insiderNetFor } from "../insider/insider";
import { usdInWords } from "../insider/usd-in-words";
import { publishedInstrument } from "../of-instrument";
import { scannedSymbols, signalsArePublished } from "../signals/signals";
import { BY_SYMBOL, evidenceFor, isEvidence, publishedSymbols, readSymbolNames, sampleEvidenceFor } from "../signals/evidence";
import type { EvidenceFamily } from "../signals/rows";
import { CONFLUENCE_COINS, cryptoEvents, isCrypto } from "./crypto-events";
import { ACTIVE_SESSIONS, compositeOf, type ConfluenceRow, type FamilyEvents, type NetFigure, type NotCovered, readingOf } from "./readings";

/** The active confluence or divergence of one symbol, with the component of every family. */
export interface ActiveConfluence extends Omit<Confluences, "rows"> {
  readonly symbol: string;
  readonly active: ConfluenceRow;
}

const publishedCoins = ({ store }: Context): readonly string[] =>
  CONFLUENCE_COINS.filter((coin) => (["funding", "liquidation", "whale_transfer"] as const).some((dataset) => store.records.isPublished(dataset, coin)));

/** True if any row that confluences are read from is imported. */
export const confluencesArePublished = (context: Context): boolean => signalsArePublished(context) || publishedCoins(context).length > 0;

/** The symbols of a scan: those with published rows, or those of sample data if no row is imported. */
const symbolsOf = (context: Context): readonly string[] =>
  confluencesArePublished(context)
    ? [...(signalsArePublished(context) ? scannedSymbols(context) : []), ...publishedCoins(context)]
    : [...TICKERS, ...CONFLUENCE_COINS];

/** The active confluences and divergences of all symbols, strongest first. Symbols are read in slices, so that other requests are answered meanwhile. */
export async function activeConfluences(context: Context): Promise<readonly ActiveConfluence[]> {
  const found: ActiveConfluence[] = [];
  await readSymbolNames(context);
  await inSlices(context, symbolsOf(context), (symbol) => {
    const { rows = [], ...rest } = confluenceFor(context, symbol) ?? {};
    const active = rows.at(-1);
    if (active && "components" in rest) found.push({ ...rest, symbol, active });
  });
  return found.sort((a, b) => b.active.score - a.active.score || (a.symbol < b.symbol ? -1 : 1));
}

const signedUsd = (usd: number): string => `${usd < 0 ? "-" : ""}${usdInWords(Math.abs(usd))}`;

/** The families with a signed figure in a cell, and the figure in words. The others show a level, which has no direction. */
const TICKER_FIGURES: {
  readonly [F in EvidenceFamily]?: { readonly net: (context: Context, instrument: Instrument) => number | undefined; readonly says: (net: number) => string };
} = {
  insider: { net: insiderNetFor, says: (net) => `INSIDER net of ${INSIDER_WINDOW_DAYS} days is ${signedUsd(net)}` },
  congress: { net: (context, { ticker }) => congressNetFor(context, ticker), says: (net) => `CONGRESS net of ${CONGRESS_WINDOW_DAYS} days is ${net}` },
  holders13f: { net: latestChangeFor, says: (net) => `HOLDERS13F qoq is ${counted(net, "holder")}` },
};

function figureOf(family: EvidenceFamily, context: Context, ticker: string): NetFigure | undefined {
  const figure = TICKER_FIGURES[family];
  const net = figure?.net(context, instrumentOf(ticker) ?? publishedInstrument(ticker));
  return figure && net !== undefined ? { toward: net, says: figure.says(net) } : undefined;
}

/** Maximum age of a family's newest row, in days. Insiders and members of Congress report irregularly, so for them no new reports are information too. */
const MAX_DAYS_OLD: { readonly [F in EvidenceFamily]?: number } = {
  holders13f: MAXIMUM_AGES.holdings.days,
  short_interest: MAXIMUM_AGES.short_interest.days,
  short_volume: MAXIMUM_AGES.short_volume.days,
  filings: MAXIMUM_AGES.filing_list.days,
  fundamentals: MAXIMUM_AGES.annual_statement.days,
  prices: MAXIMUM_AGES.closes.days,
};

/** Events of every family on a ticker: from published rows, else from sample rows of a covered symbol; undefined if there are neither. */
function tickerEvents(context: Context, ticker: string): readonly (FamilyEvents | NotCovered)[] | undefined {
  const today = context.clock.today();
  const instrument = instrumentOf(ticker);
  const known = evidenceFor(context, ticker) ?? (instrument && sampleEvidenceFor(context, instrument));
  return known?.map((e) => {
    if (!isEvidence(e)) return { family: e.family, absent: e.absent };
    const { family, source, newest, read, signals: events } = e;
    const maxDays = MAX_DAYS_OLD[family];
    if (maxDays !== undefined && daysBetween(newest, today) > maxDays)
      return { family, absent: `the rows of ${ticker} end on ${newest}, more than ${maxDays} days ago` };
    return { family, source, ...mergeProvenance([e]), newest, read, events, figure: figureOf(family, context, ticker) };
  });
}

type Field = FieldName<"CONFLUENCE">;

const SYMBOLS: readonly string[] = [...TICKERS, ...CONFLUENCE_COINS];

/** The active row of a symbol, if any, and the component of every family. */
export interface Confluences extends Sourced<readonly ConfluenceRow[]> {
  readonly components: readonly (Component | AbsentComponent)[];
}

/** The active confluence or divergence of a symbol: from published rows if any family has one of it, else from sample rows; undefined for an unknown symbol. */
export const confluenceFor = untilRelease(
  (context, symbol: string) => readConfluences(context, symbol),
  // Whale transfers and funding of coins change by the minute.
  (context, symbol) => (isCrypto(symbol) ? `${symbol} ${context.clock.asOf()}` : symbol),
);

/** An active row of one symbol. */
export interface ListedConfluence {
  readonly symbol: string;
  readonly source: SourceId;
  readonly row: ConfluenceRow;
}

const listedOf = (context: Context, symbol: string): ListedConfluence[] => {
  const { rows = [], source } = confluenceFor(context, symbol) ?? {};
  return rows.map((row) => ({ symbol, source: source ?? SAMPLE.source, row }));
};

const ofAll = untilRelease((context) => scannedSymbols(context).flatMap((symbol) => listedOf(context, symbol)));

/** The active rows of all symbols of a scan for signals, and of the coins. Symbols are read in slices, so that other requests are answered meanwhile. */
export async function allConfluences(context: Context): Promise<readonly ListedConfluence[]> {
  if (!ofAll.has(context)) {
    await readSymbolNames(context);
    await cacheInSlices(context, scannedSymbols(context), (symbol) => confluenceFor(context, symbol));
  }
  return context.store.reading(() => [...ofAll(context), ...CONFLUENCE_COINS.flatMap((symbol) => listedOf(context, symbol))]);
}

function readConfluences(context: Context, symbol: string): Confluences | undefined {
  const events = isCrypto(symbol) ? cryptoEvents(context, symbol) : tickerEvents(context, symbol);
  if (!events) return undefined;
  const since = sessionsBack(context.clock.today(), ACTIVE_SESSIONS - 1);
  const readings = events.map((e) => ("events" in e ? readingOf(e, since) : e));
  const { row, components } = compositeOf(readings);
  const first = readings.find((r) => "direction" in r && r.direction !== "neutral") ?? readings.find((r) => "source" in r);
  const source = first && "source" in first ? first.source : SAMPLE.source;
  return { rows: row ? [row] : [], source, sample: source === SAMPLE.source, components };
}

const evaluate: EvaluateField<Field> = ([symbolIn], context, field) => {
  const symbol = instrumentOf(String(symbolIn))?.ticker ?? String(symbolIn);
  const found = confluenceFor(context, symbol);
  const { rows, components, ...origin } = found ?? { ...sampled([]), components: [] };
  const say = answering(origin, HOUR, ["confluence-not-additive-proof", "confluence-family-coverage"]);
  if (!found) return unknownReason(say, unknownTicker(symbol, SYMBOLS, context));
  const latest = rows.at(-1);
  const answer = latest ? FIGURES[field](latest, say) : say.reasonOn(context.clock.today(), "no_active_signal", noConfluence(symbol, components));
  return components.length > 0 ? { ...answer, components } : answer;
};

/** How many of the families with rows have a direction, in words. */
function directedOf(directed: number, families: number): string {
  if (families < 2) return families === 0 ? "no family has rows" : "only 1 family has rows";
  if (directed === 0) return `none of the ${families} families with rows has one`;
  return `only ${directed} of the ${families} families with rows ${directed === 1 ? "has" : "have"} one`;
}

function noConfluence(symbol: string, components: readonly (Component | AbsentComponent)[]): ReasonText {
  const covering = components.filter((component): component is Component => !("absent" in component));
  const directed = covering.filter((component) => component.direction !== "neutral").length;
  return {
    short: forCell`No active confluence or divergence for ${symbol}.`,
    full: `No confluence or divergence is active for ${symbol}. Two families must have a direction in the last ${ACTIVE_SESSIONS} sessions, and ${directedOf(directed, covering.length)}. SIGNAL shows single signals.`,
  };
}

const FIGURES: Readonly<Record<Field, (latest: ConfluenceRow, say: Answering) => FamilyAnswer>> = {
  score: (latest, say) => say.number(latest.score, "score", latest.date),
  families: ({ components, direction, date }, say) =>
    say.text(components.map((one) => (one.direction === direction ? one.family : `${one.family} (${one.direction})`)).join(", "), date),
  direction: (latest, say) => say.text(latest.direction, latest.date),
  kind: (latest, say) => say.text(latest.kind, latest.date),
  date: (latest, say) => say.date(latest.date, latest.date),
};

/** Published rows of tickers and of coins. */
const rows = publishedRows([...BY_SYMBOL, "filing", "statement", "funding", "liquidation", "whale_transfer"], (context) => [
  ...publishedSymbols.names(context),
  ...(["funding", "liquidation", "whale_transfer"] as const).flatMap((dataset) => context.store.records.entities(dataset).filter(isCrypto)),
]);

/** The active agreement or contradiction of families, for tickers and three crypto symbols. */
export const confluence: Family = {
  name: "confluence",
  functions: {
    CONFLUENCE: {
      evaluate: evaluate,
      ages: { fields: { ...all("parts", "score", "families", "direction", "kind"), date: "day" } },
      universe: (context) => countWith(SYMBOLS, rows, context),
    },
  },
  rows,
};
