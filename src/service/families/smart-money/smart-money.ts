import type { Argument } from "../../../contract/arguments";
import { rounded } from "../../../contract/rounded";
import { answering, mergeProvenance, type Origin, SAMPLE } from "../../answers/answering";
import type { Context } from "../../answers/context";
import { type AbsentComponent, type Component, type Family, type FamilyAnswer, HOUR, isReason } from "../../answers/family";
import { only } from "../../answers/field-ages";
import { countWith, newestDay, publishedRows, type PublishedRows } from "../../answers/published-rows";
import { type Instrument, TICKERS } from "../../instruments/universe";
import { symbolOf } from "../../records/symbols";
import { publishedHoldings } from "../holders13f/reported-holders";
import { cacheInSlices } from "../in-slices";
import { ofInstrument, publishedInstrument, type PublishedSymbol } from "../of-instrument";
import { readSymbolNames } from "../signals/evidence";
import { sumOf } from "../statistics";
import { untilRelease } from "../../answers/until-import";
import {
  anyComponentIsPublished,
  COMPONENT_NAMES,
  COMPONENT_WEIGHTS,
  type ComponentAbsence,
  type ComponentName,
  type ComponentScore,
  publisherState,
  readComponents,
  sourceOf,
} from "./read-components";

const isScored = (component: ComponentScore | ComponentAbsence): component is ComponentScore => "score" in component;

function componentOf(name: ComponentName, result: ComponentScore | ComponentAbsence, scoredWeight: number, sample: boolean): Component | AbsentComponent {
  if (!isScored(result)) return { name, absent: result.absent };
  const { score, observed, evidence } = result;
  const weight = COMPONENT_WEIGHTS[name] / scoredWeight;
  return {
    name,
    source: sample ? "sample" : sourceOf(name),
    sample,
    ...mergeProvenance([result]),
    observation_date: observed,
    value: rounded(score, 2),
    unit: "score",
    direction: score > 0 ? "bull" : score < 0 ? "bear" : "neutral",
    weight: rounded(weight, 4),
    contribution: rounded(weight * score, 2),
    evidence,
  };
}

export const SMART_MONEY_CAVEATS = ["smart-money-descriptive", "smart-money-lag", "smart-money-short-coverage", "thirteenf_ticker_resolution"] as const;

/** Note that names the components of a score, if some are absent. */
function basis(present: readonly ComponentName[]): string | undefined {
  if (present.length === COMPONENT_NAMES.length) return undefined;
  return `from ${present.length} of ${COMPONENT_NAMES.length} components: ${present.join(", ")}; the weights of the others are redistributed`;
}

/** All components, with the weighted mean of the available ones. */
function compute(context: Context, instrument: Instrument, published: boolean): FamilyAnswer {
  const results = readComponents(context, instrument, published);
  const scored = COMPONENT_NAMES.flatMap((name) => {
    const result = results[name];
    return isScored(result) ? [{ ...result, name, weight: COMPONENT_WEIGHTS[name] }] : [];
  });
  const weight = sumOf(scored.map((s) => s.weight));
  const components = COMPONENT_NAMES.map((name) => componentOf(name, results[name], weight, !published));
  const observed = newestDay(scored.map((s) => s.observed));
  const origin: Origin = published ? { source: sourceOf(scored[0]?.name ?? "insider"), sample: false } : SAMPLE;
  const say = answering(origin, 6 * HOUR, SMART_MONEY_CAVEATS);
  if (observed === undefined) {
    const why = components.map((component) => `${component.name}: ${"absent" in component ? component.absent : ""}`).join("; ");
    const text = {
      short: "No score: no component gives a direction.",
      full: `No score for ${instrument.ticker}, because no component gives a direction (${why}). Use another ticker, or load its reports.`,
    };
    return { ...say.reason("inputs_missing", text), components };
  }
  const score = rounded(sumOf(scored.map((s) => s.weight * s.score)) / weight, 2);
  const note = basis(scored.map(({ name }) => name));
  return { ...say.number(score, "score", observed), ...(note === undefined ? {} : { note }), components };
}

/** Resolves a symbol with published components. Imported rows write share classes with a point, as in BRK.B. */
const publishedComponents: PublishedSymbol = (ticker, context) => {
  const known = [ticker, symbolOf(ticker)].find((t) => anyComponentIsPublished(context, t));
  return known === undefined ? undefined : publishedInstrument(known);
};

const COMPONENT_DATASETS = ["insider_trade", "congress_trade", "short_volume"] as const;
const ofComponents = publishedRows(COMPONENT_DATASETS);
const rows: PublishedRows = {
  names: (context) => new Set([...ofComponents.names(context), ...publishedHoldings.names(context)]),
  newest: (context) => newestDay([ofComponents.newest(context), publishedHoldings.newest(context)]),
};

const evaluate = ofInstrument<"">(
  (instrument, _args, context) => compute(context, instrument, anyComponentIsPublished(context, instrument.ticker)),
  TICKERS,
  publishedComponents,
);

/** The answer to SMARTMONEY of one symbol that has a score. */
export interface Scored {
  readonly ticker: string;
  readonly score: number;
  readonly answer: FamilyAnswer;
  /** The number of components in the score. */
  readonly families: number;
}

/** The symbols of a scan: those with published components, or those of sample data if no component of any symbol is imported. */
const scannedSymbols = (context: Context): readonly string[] => (compositesArePublished(context) ? [...rows.names(context)] : TICKERS);

/** The answers of one market, so that an import of other rows does not compute them again. */
const scanned = untilRelease(
  (context, ticker: string) => evaluate([ticker], context, ""),
  (context, ticker) => `${ticker} ${publisherState(context)}`,
);

/** Few, because a market has thousands of answers with their components. */
const scan = untilRelease(
  (context) =>
    scannedSymbols(context).flatMap((ticker): readonly Scored[] => {
      const answer = scanned(context, ticker);
      if (isReason(answer)) return [];
      const families = (answer.components ?? []).filter((component) => !("absent" in component)).length;
      return [{ ticker, score: Number(answer.value), answer, families }];
    }),
  publisherState,
);

/** The answers of all symbols with a score. Cached. Symbols are read in slices, so that other requests are answered meanwhile. */
export async function allComposites(context: Context): Promise<readonly Scored[]> {
  if (!scan.has(context)) {
    await readSymbolNames(context);
    await cacheInSlices(context, scannedSymbols(context), (ticker) => scanned(context, ticker));
  }
  return context.store.reading(() => scan(context));
}

/** Cached, because a workbook may have a thousand cells, and each reads four families. */
const kept = untilRelease(
  (context, name: Argument) => evaluate([name], context, ""),
  (context, name) => `${String(name)} ${publisherState(context)}`,
);

/** True if any component of any symbol is imported. */
export const compositesArePublished = ({ store }: Context): boolean =>
  COMPONENT_DATASETS.some((dataset) => store.records.any(dataset)) || store.institutions.any();

/**
 * A descriptive summary of who bought and who sold: clusters of insiders, members of Congress, institutions, and the trend of short volume. If one of them has
 * published rows of a symbol, no sample data is used for that symbol.
 */
export const smartMoney: Family = {
  name: "smart-money",
  functions: {
    SMARTMONEY: {
      evaluate: ([name = null], context) => kept(context, name),
      ages: { fields: only("parts") },
      universe: (context) => countWith(TICKERS, rows, context),
    },
  },
  rows,
};
