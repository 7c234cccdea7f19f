import { daysBetween } from "../../../contract/dates";
import type { SourceId } from "../../records/attribution";
import { isEnabled } from "../../answers/is-enabled";
import type { Instrument } from "../../instruments/universe";
import type { Dataset } from "../../records/record";
import { disclosuresFor, tradesIn } from "../congress/congress";
import { ofDataset, mergeProvenance, type Origin } from "../../answers/answering";
import type { Context } from "../../answers/context";
import { holdersFor } from "../holders13f/holders13f";
import { holdersArePublished, reportedHolders } from "../holders13f/reported-holders";
import { insiderMonthFor } from "../insider/clusters";
import { noInsiders } from "../insider/no-insiders";
import { MAXIMUM_AGES } from "../../answers/maximum-age";
import type { ShortVolume } from "../../records/short-volume";
import { CONGRESS_DAYS, congressComponent, holdersComponent, insiderComponent, shortVolumeComponent } from "./components";
import type { ComponentName, ShortVolumeRow, ComponentAbsence, ComponentScore } from "./rows";
import { sampleRecords, type RecordReads } from "../rows";

const SHORT_VOLUME_SESSIONS = 25;
/** Maximum age of a component's newest row, in days. */
const MAX_DAYS_OLD = { holders13f: MAXIMUM_AGES.holdings.days, short_volume: MAXIMUM_AGES.short_volume.days } as const;
const COMMAND = "npm run -s data --";

/** Source of each component. */
export const COMPONENT_SOURCES: Readonly<Record<ComponentName, SourceId>> = { insider: "sec", congress: "house", holders13f: "sec", short_volume: "finra" };

const has = ({ store }: Context, dataset: Dataset, ticker: string): boolean => store.records.isPublished(dataset, ticker);

/** True if any component has published rows of the symbol. Then no component uses sample data. */
export const anyComponentIsPublished = (context: Context, ticker: string): boolean =>
  has(context, "insider_trade", ticker) ||
  has(context, "congress_trade", ticker) ||
  has(context, "short_volume", ticker) ||
  holdersArePublished(context, ticker);

/** Cache key for publishers that are off by default: the advice of an absent component depends on them. */
export const publisherState = (context: Context): string => (isEnabled(context, "finra") ? "finra" : "");

const notLoaded = (what: string, load: string): ComponentAbsence => ({ absent: `${what} is loaded: ${COMMAND} ${load}` });

/** Turns a component with too old rows into an absent one. */
function tooOld(
  context: Context,
  component: keyof typeof MAX_DAYS_OLD,
  voice: ComponentScore | ComponentAbsence,
  what: string,
): ComponentScore | ComponentAbsence {
  const today = context.clock.today();
  const [maxDays, age] = [MAX_DAYS_OLD[component], "observed" in voice ? daysBetween(voice.observed, today) : 0];
  return "observed" in voice && age > maxDays
    ? { absent: `too old: ${what} ${voice.observed}, ${age} days before ${today}; the limit is ${maxDays} days` }
    : voice;
}

function insider(context: Context, instrument: Instrument): ComponentScore | ComponentAbsence {
  const month = insiderMonthFor(context, instrument);
  if (month && !month.sample) return insiderComponent(month.rows);
  if (instrument.instrumentType !== "common") return { absent: noInsiders(instrument) };
  return { absent: `no insider's report on ${instrument.ticker} is loaded: ${COMMAND} import sec FILE` };
}

function congress(context: Context, instrument: Instrument): ComponentScore | ComponentAbsence {
  const { ticker } = instrument;
  if (!has(context, "congress_trade", ticker)) return notLoaded(`no disclosed trade in ${ticker}`, "import house FILE");
  const disclosed = disclosuresFor(context, ticker, CONGRESS_DAYS);
  return withProvenance(congressComponent(tradesIn(disclosed?.rows ?? [])), disclosed ?? ofDataset("house", "congress_trade", ticker));
}

function holders(context: Context, { ticker }: Instrument): ComponentScore | ComponentAbsence {
  if (!holdersArePublished(context, ticker)) return { absent: `no institution's report on ${ticker} is loaded: ${COMMAND} import sec FILE` };
  const [quarter] = reportedHolders(context, ticker, 1).slice(-1);
  return tooOld(context, "holders13f", holdersComponent(quarter), "the newest quarter loaded ended on");
}

function shortVolume(context: Context, { ticker }: Instrument): ComponentScore | ComponentAbsence {
  if (!has(context, "short_volume", ticker)) {
    if (!isEnabled(context, "finra") && !context.store.records.any("short_volume"))
      return { absent: `FINRA is off until you have read its terms (non-commercial use): ${COMMAND} enable finra` };
    return notLoaded(`no short volume of ${ticker}`, "update finra");
  }
  return tooOld(context, "short_volume", shortVolumeComponent(volumesIn(context.store.records, ticker, context)), "the newest day loaded is");
}

const volumesIn = (records: RecordReads, ticker: string, { clock }: Context): ShortVolumeRow[] =>
  records
    .latest<ShortVolume>("short_volume", ticker, clock.today(), SHORT_VOLUME_SESSIONS)
    .map(({ date, body }) => ({ date, shortVolume: body.short_volume, totalVolume: body.total_volume }))
    .reverse();

/** Each component from the symbol's published rows, or why it is absent. */
export const readComponents = (context: Context, instrument: Instrument): Readonly<Record<ComponentName, ComponentScore | ComponentAbsence>> => ({
  insider: withProvenance(insider(context, instrument), ofDataset("sec", "insider_trade", instrument.ticker)),
  congress: congress(context, instrument),
  holders13f: withProvenance(holders(context, instrument), ofDataset("sec", "holding")),
  short_volume: withProvenance(shortVolume(context, instrument), ofDataset("finra", "short_volume", instrument.ticker)),
});

const withProvenance = (result: ComponentScore | ComponentAbsence, origin: Origin): ComponentScore | ComponentAbsence =>
  "score" in result ? { ...result, ...mergeProvenance([origin]) } : result;

/** Each component from sample rows, for a symbol without published rows in any component. */
export function sampleComponents(context: Context, instrument: Instrument): Readonly<Record<ComponentName, ComponentScore | ComponentAbsence>> {
  const month = insiderMonthFor(context, instrument);
  const volumes = volumesIn(sampleRecords(context.clock), instrument.ticker, context);
  return {
    insider: month ? insiderComponent(month.rows) : { absent: noInsiders(instrument) },
    congress: congressComponent(tradesIn(disclosuresFor(context, instrument.ticker, CONGRESS_DAYS)?.rows ?? [])),
    holders13f: holdersComponent(holdersFor(context, instrument, 1).rows[0]),
    short_volume: volumes.length > 0 ? shortVolumeComponent(volumes) : { absent: `the short volume of ${instrument.ticker} is not covered` },
  };
}
