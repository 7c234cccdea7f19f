import type { IsoDate } from "../../../contract/dates";
import { groupedBy } from "../../../contract/lists";
import { byVolume, isActive, type MarketFigure, type MarketRow, volumeOfAll } from "./market-rows";

/** A market that is about the Federal Reserve. */
const OF_FED = /\b(?:Fed|FOMC|Federal Reserve|federal funds)\b/;

/** A market that is about the level of its rate. */
const OF_RATE = /\b(?:rates?|bps|basis points|target range|upper bound)\b/i;

/** A market that names the month of a meeting: "in June 2024", "after the Jun 18, 2025 meeting". Markets on a whole year name none. */
const MONTH = /\b(?:Jan(?:uary)?|Feb(?:ruary)?|Mar(?:ch)?|Apr(?:il)?|May|June?|July?|Aug(?:ust)?|Sept?(?:ember)?|Oct(?:ober)?|Nov(?:ember)?|Dec(?:ember)?)\b/;

const isOnDecision = ({ market: { question, event } }: MarketRow): boolean => {
  const text = `${question} ${event}`;
  return OF_FED.test(text) && OF_RATE.test(text) && MONTH.test(text);
};

/** One event on a meeting: its markets exclude each other, or are thresholds of one figure. */
interface MeetingEvent {
  readonly title: string;
  /** Largest volume first. */
  readonly legs: readonly MarketRow[];
  /** Lifetime volume in US dollars; unknown if one of its markets states none. */
  readonly volume: MarketFigure;
}

/** The open markets on one decision of the Federal Reserve. */
export interface Meeting {
  /** The month in which the markets are scheduled to close, YYYY-MM. */
  readonly month: string;
  /** The first scheduled close of the ladder's markets. */
  readonly closes: IsoDate;
  /** The event with the most volume. */
  readonly ladder: MeetingEvent;
  /** The other events on the meeting, largest volume first. */
  readonly others: readonly MeetingEvent[];
  /** Volume of all of its markets. */
  readonly volume: MarketFigure;
}

/** A market without an event is one of its own. */
const eventOf = ({ market }: MarketRow): string => market.event || market.id;

const byEventVolume = (a: MeetingEvent, b: MeetingEvent): number =>
  (b.volume.value ?? -1) - (a.volume.value ?? -1) || b.legs.length - a.legs.length || (a.title < b.title ? -1 : 1);

/** The meetings of the Federal Reserve with open markets, soonest first. All markets are of one venue: the one with the most markets on its decisions. */
export function fedMeetings(rows: readonly MarketRow[]): readonly Meeting[] {
  const found = rows.filter((row) => isActive(row) && isOnDecision(row));
  const [venue = []] = [...groupedBy(found, ({ source }) => source).values()].sort((a, b) => b.length - a.length);
  return [...groupedBy(venue, ({ market }) => market.end_date.slice(0, 7))]
    .map(([month, markets]): Meeting => {
      const events = [...groupedBy(markets, eventOf)]
        .map(([title, legs]): MeetingEvent => ({ title, legs: [...legs].sort(byVolume), volume: volumeOfAll(legs) }))
        .sort(byEventVolume);
      const [ladder, ...others] = events;
      return { month, closes: ladder!.legs.map(({ market }) => market.end_date).sort()[0]!, ladder: ladder!, others, volume: volumeOfAll(markets) };
    })
    .sort((a, b) => (a.month < b.month ? -1 : 1));
}
