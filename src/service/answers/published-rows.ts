import type { IsoDate } from "../../contract/dates";
import type { Dataset } from "../records/record";
import type { Context } from "./context";
import { untilImport } from "./until-import";

/** The published rows that a family answers from, beside its series: what the status tells of them, and the universe counts. */
export interface PublishedRows {
  /** What a cell can ask for by name and has a published row: tickers, assets, countries. */
  names(context: Context): ReadonlySet<string>;
  /** The newest day of any of them that was known on the clock's day. */
  newest(context: Context): IsoDate | undefined;
}

/** Names of an entity that is no name of a cell's: no ticker, or another number of an issuer or a group. */
const isName = (entity: string): boolean => entity !== "" && !entity.includes(":");

const newestOf = (days: readonly (IsoDate | undefined)[]): IsoDate | undefined =>
  days.reduce((a, b) => (b !== undefined && (a === undefined || b > a) ? b : a), undefined);

/** Of these datasets. The names are their entities, or what `names` makes of the rows: read once, and again when an import has changed them. */
export function publishedRows(datasets: readonly Dataset[], names?: (context: Context) => Iterable<string>): PublishedRows {
  const kept = untilImport<ReadonlySet<string>>(4);
  return {
    names: (context) =>
      kept(context, "", () => new Set(names ? names(context) : datasets.flatMap((dataset) => context.store.records.entities(dataset)).filter(isName))),
    newest: ({ store, clock }) => newestOf(datasets.map((dataset) => store.records.newest(dataset, clock.today()))),
  };
}

/** How many names there are in all: those of the sample, and those that published rows alone know. */
export const countWith = (sample: Iterable<string>, published: PublishedRows, context: Context): number =>
  new Set([...sample, ...published.names(context)]).size;

/** The names of the sample and those that published rows alone know, for the nearest to an unknown one: one list until an import changes it. */
export function namesWith(sample: readonly string[], published: PublishedRows): (context: Context) => readonly string[] {
  const kept = untilImport<readonly string[]>(4);
  return (context) => kept(context, "", () => [...new Set([...sample, ...published.names(context)])]);
}
