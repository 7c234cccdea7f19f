import { daysBetween } from "../../../contract/dates";
import type { SourceId } from "../../records/attribution";
import { isEnabled } from "../../answers/is-enabled";
import type { Instrument } from "../../instruments/universe";
import { disclosuresFor, tradesIn } from "../congress/congress";
import { ofDataset, mergeProvenance, type Origin } from "../../answers/answering";
import type { Context } from "../../answers/context";
import { holdersFor } from "../holders13f/holders13f";
import { holdersArePublished } from "../holders13f/reported-holders";
import { insiderMonthFor } from "../insider/clusters";
import { noInsiders } from "../insider/no-insiders";
import { MAXIMUM_AGES } from "../../answers/maximum-age";
import type { ShortVolume } from "../../records/short-volume";
import { CONGRESS_DAYS, congressComponent, holdersComponent, insiderComponent, shortVolumeComponent } from "./components";
import { COMPONENT_NAMES, type ComponentName, type ShortVolumeRow, type ComponentAbsence, type ComponentScore } from "./rows";
import { isPublished, recordsOf } from "../rows";

const SHORT_VOLUME_SESSIONS = 25;
const COMMAND = "npm run -s data --";

type Reading = ComponentScore | ComponentAbsence;

/** One component: its rows, published or sample, and why it is absent while other components have published rows. */
interface ComponentRows {
  /** Source of its published rows. */
  readonly source: SourceId;
  isPublished(context: Context, ticker: string): boolean;
  read(context: Context, instrument: Instrument): Reading;
  notLoaded(context: Context, instrument: Instrument): string;
  originOf(context: Context, ticker: string): Origin;
  /** Too old published rows make the component absent: `what` names the newest of them. */
  readonly limit?: { readonly days: number; readonly what: string };
}

const volumesOf = (context: Context, ticker: string): ShortVolumeRow[] =>
  recordsOf(context, "short_volume", ticker)
    .latest<ShortVolume>("short_volume", ticker, context.clock.today(), SHORT_VOLUME_SESSIONS)
    .map(({ date, body }) => ({ date, shortVolume: body.short_volume, totalVolume: body.total_volume }))
    .reverse();

const COMPONENTS: Readonly<Record<ComponentName, ComponentRows>> = {
  insider: {
    source: "sec",
    isPublished: (context, ticker) => isPublished(context, "insider_trade", ticker),
    read: (context, instrument) => {
      const month = insiderMonthFor(context, instrument);
      return month ? insiderComponent(month.rows) : { absent: noInsiders(instrument) };
    },
    notLoaded: (_context, instrument) =>
      instrument.instrumentType === "common" ? `no insider's report on ${instrument.ticker} is loaded: ${COMMAND} import sec FILE` : noInsiders(instrument),
    originOf: (_context, ticker) => ofDataset("sec", "insider_trade", ticker),
  },
  congress: {
    source: "house",
    isPublished: (context, ticker) => isPublished(context, "congress_trade", ticker),
    read: (context, { ticker }) => congressComponent(tradesIn(disclosuresFor(context, ticker, CONGRESS_DAYS)?.rows ?? [])),
    notLoaded: (_context, { ticker }) => `no disclosed trade in ${ticker} is loaded: ${COMMAND} import house FILE`,
    originOf: (context, ticker) => disclosuresFor(context, ticker, CONGRESS_DAYS) ?? ofDataset("house", "congress_trade", ticker),
  },
  holders13f: {
    source: "sec",
    isPublished: holdersArePublished,
    read: (context, instrument) => holdersComponent(holdersFor(context, instrument, 1).rows[0]),
    notLoaded: (_context, { ticker }) => `no institution's report on ${ticker} is loaded: ${COMMAND} import sec FILE`,
    originOf: () => ofDataset("sec", "holding"),
    limit: { days: MAXIMUM_AGES.holdings.days, what: "the newest quarter loaded ended on" },
  },
  short_volume: {
    source: "finra",
    isPublished: (context, ticker) => isPublished(context, "short_volume", ticker),
    read: (context, { ticker }) => {
      const volumes = volumesOf(context, ticker);
      return volumes.length > 0 || isPublished(context, "short_volume", ticker)
        ? shortVolumeComponent(volumes)
        : { absent: `the short volume of ${ticker} is not covered` };
    },
    notLoaded: (context, { ticker }) =>
      isEnabled(context, "finra") || isPublished(context, "short_volume")
        ? `no short volume of ${ticker} is loaded: ${COMMAND} update finra`
        : `FINRA is off until you have read its terms (non-commercial use): ${COMMAND} enable finra`,
    originOf: (_context, ticker) => ofDataset("finra", "short_volume", ticker),
    limit: { days: MAXIMUM_AGES.short_volume.days, what: "the newest day loaded is" },
  },
};

/** Source of a component's published rows. */
export const sourceOf = (name: ComponentName): SourceId => COMPONENTS[name].source;

/** True if any component has published rows of the symbol. Then no component uses sample data. */
export const anyComponentIsPublished = (context: Context, ticker: string): boolean =>
  COMPONENT_NAMES.some((name) => COMPONENTS[name].isPublished(context, ticker));

/** Cache key for publishers that are off by default: the advice of an absent component depends on them. */
export const publisherState = (context: Context): string => (isEnabled(context, "finra") ? "finra" : "");

/** A component from published rows, or why it is absent. */
function fromPublished({ limit, ...of }: ComponentRows, context: Context, instrument: Instrument): Reading {
  if (!of.isPublished(context, instrument.ticker)) return { absent: of.notLoaded(context, instrument) };
  const reading = of.read(context, instrument);
  if ("absent" in reading) return reading;
  const today = context.clock.today();
  const age = daysBetween(reading.observed, today);
  if (limit && age > limit.days) return { absent: `too old: ${limit.what} ${reading.observed}, ${age} days before ${today}; the limit is ${limit.days} days` };
  return { ...reading, ...mergeProvenance([of.originOf(context, instrument.ticker)]) };
}

/** Each component, or why it is absent: all from published rows, or all from sample rows. */
export const readComponents = (context: Context, instrument: Instrument, published: boolean): Readonly<Record<ComponentName, Reading>> => {
  const read = (name: ComponentName): Reading =>
    published ? fromPublished(COMPONENTS[name], context, instrument) : COMPONENTS[name].read(context, instrument);
  return { insider: read("insider"), congress: read("congress"), holders13f: read("holders13f"), short_volume: read("short_volume") };
};
