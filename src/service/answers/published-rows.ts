import type { IsoDate } from "../../contract/dates";
import type { Dataset } from "../records/record";
import type { Context } from "./context";
import { untilImport } from "./until-import";

/** The published records that a family serves besides its series, as the status and the universe count them. */
export interface PublishedRows {
  /** Names with a published row that a cell can use: tickers, assets, countries. */
  names(context: Context): ReadonlySet<string>;
  /** Their newest day known on the clock's day. */
  newest(context: Context): IsoDate | undefined;
}

/** Entities that a cell cannot use as a name: no ticker, or a number of an issuer or a group. */
const isName = (entity: string): boolean => entity !== "" && !entity.includes(":");

/** The newest of these days. */
export const newestDay = (days: readonly (IsoDate | undefined)[]): IsoDate | undefined =>
  days.reduce((a, b) => (b !== undefined && (a === undefined || b > a) ? b : a), undefined);

/** Published rows of these datasets. The names are their entities, or what `names` returns. Cached until an import changes them. */
export function publishedRows(datasets: readonly Dataset[], names?: (context: Context) => Iterable<string>): PublishedRows {
  return {
    names: untilImport(
      (context): ReadonlySet<string> => new Set(names ? names(context) : datasets.flatMap((dataset) => context.store.records.entities(dataset)).filter(isName)),
    ),
    newest: ({ store, clock }) => newestDay(datasets.map((dataset) => store.records.newest(dataset, clock.today()))),
  };
}

/** The number of all names: those of sample data, and those of published rows. */
export const countWith = (sample: Iterable<string>, published: PublishedRows, context: Context): number =>
  new Set([...sample, ...published.names(context)]).size;

/** All names, for suggestions: those of sample data, and those of published rows. Cached until an import changes them. */
export const namesWith = (sample: readonly string[], published: PublishedRows): ((context: Context) => readonly string[]) =>
  untilImport((context) => [...new Set([...sample, ...published.names(context)])]);
