import type { IsoDate } from "../../../contract/dates";
import { rounded } from "../../../contract/rounded";
import { mergeProvenance, type Origin, SAMPLE } from "../../answers/answering";
import type { AbsentComponent, Component } from "../../answers/family";
import type { Evidence, SignalRow } from "../signals/rows";

/** Agreement or contradiction of independent data families on one symbol. Score from 0 to 100. */
export interface ConfluenceRow {
  readonly date: IsoDate;
  readonly kind: "confluence" | "divergence";
  readonly direction: "bull" | "bear";
  readonly score: number;
  /** The families with a direction. */
  readonly components: readonly { readonly family: string; readonly direction: "bull" | "bear" }[];
}

/** An event of one family on one day: a signal, or an unusual day. Score from 0 to 100. */
export type Event = Pick<SignalRow, "date" | "direction" | "score" | "headline">;

/** One family's events on one symbol, oldest first. */
export interface FamilyEvents extends Omit<Evidence, "family" | "signals"> {
  readonly family: string;
  readonly events: readonly Event[];
  /** The net figure that a cell shows for the family; undefined if no cell has a signed one, or if it shows a reason. */
  readonly figure?: NetFigure | undefined;
}

/** The net figure of a cell. `toward` is its sign as a direction: above zero is bullish. */
export interface NetFigure {
  readonly toward: number;
  /** The figure in words: `CONGRESS net is 2`. */
  readonly says: string;
}

/** A family that does not cover the symbol, and why. */
export interface NotCovered {
  readonly family: string;
  readonly absent: string;
}

/** The direction of one family over the last sessions. `strength` is the score of its strongest event, 0 to 100; 0 without a direction. */
export interface FamilyReading extends Omit<Origin, "sample"> {
  readonly family: string;
  readonly date: IsoDate;
  readonly direction: Event["direction"];
  readonly strength: number;
  readonly evidence: string;
}

/** Number of sessions for which an event counts. */
export const ACTIVE_SESSIONS = 12;

const strongestOf = (events: readonly Event[]): Event => events.reduce((a, b) => (b.score >= a.score ? b : a));

/**
 * The direction of a family since `since`, as strong as its strongest event on that side. Sign: the shown net figure's, so that no component contradicts a cell;
 * without one, the side with more points.
 */
export function readingOf({ family, source, provenance, newest, read, events, figure }: FamilyEvents, since: IsoDate): FamilyReading {
  const from = provenance ? { family, source, provenance } : { family, source };
  const recent = events.filter((e) => e.date >= since);
  const net = figure ? figure.toward : recent.reduce((sum, e) => sum + (e.direction === "bull" ? e.score : e.direction === "bear" ? -e.score : 0), 0);
  const direction = net > 0 ? "bull" : net < 0 ? "bear" : "neutral";
  const matching = recent.filter((e) => e.direction === direction);
  if (direction === "neutral" || matching.length === 0) {
    const directed = recent.filter((e) => e.direction !== "neutral");
    const evidence =
      figure && directed.length > 0
        ? `${strongestOf(directed).headline}; no direction, because ${figure.says}`
        : `${read}; no direction in the last ${ACTIVE_SESSIONS} sessions`;
    return { ...from, date: newest, direction: "neutral", strength: 0, evidence };
  }
  const strongest = strongestOf(matching);
  const more = recent.length - 1;
  const evidence = [strongest.headline, ...(more === 0 ? [] : [`and ${more} more`]), ...(figure ? [figure.says] : [])].join("; ");
  return { ...from, date: matching[matching.length - 1]!.date, direction, strength: strongest.score, evidence };
}

/** Each family halves the doubt: 0.5 with one, 0.75 with two. */
const certaintyOf = (families: number): number => 1 - 0.5 ** families;

const signed = ({ direction, strength }: FamilyReading): number => (direction === "bull" ? strength : direction === "bear" ? -strength : 0);

/**
 * Combines the families. The score is the mean strength of the n families with a direction (those against it count negative), times their certainty:
 * (Σ for − Σ against) / n × (1 − ½ⁿ). Two or more families in one direction are a confluence, with one against it a divergence. Fewer give no row.
 */
export function compositeOf(known: readonly (FamilyReading | NotCovered)[]) {
  const readings = known.filter((k): k is FamilyReading => "direction" in k);
  const directed = readings.filter((r) => r.direction !== "neutral");
  const n = directed.length;
  const net = directed.reduce((sum, r) => sum + signed(r), 0);
  const newest = directed.reduce<FamilyReading | undefined>((a, b) => (a && a.date > b.date ? a : b), undefined);
  // If both sides weigh the same, the newest event decides the side, and the score is 0.
  const direction = net > 0 ? "bull" : net < 0 ? "bear" : newest?.direction === "bear" ? "bear" : "bull";
  const toward = (r: FamilyReading): number => (direction === "bull" ? signed(r) : -signed(r));
  const share = n === 0 ? 0 : certaintyOf(n) / n;
  const components = known.map((k): Component | AbsentComponent => {
    if (!("direction" in k)) return { name: k.family, absent: k.absent };
    const { family, source, date, evidence } = k;
    return {
      name: family,
      source,
      sample: source === SAMPLE.source,
      ...mergeProvenance([k]),
      observation_date: date,
      value: k.strength,
      unit: "score",
      direction: k.direction,
      // Avoids -0.
      contribution: k.direction === "neutral" || n < 2 ? 0 : rounded(share * toward(k), 2),
      evidence,
    };
  });
  if (n < 2 || !newest) return { row: undefined, components };
  const row: ConfluenceRow = {
    date: newest.date,
    kind: directed.every((r) => r.direction === direction) ? "confluence" : "divergence",
    direction,
    score: rounded(share * Math.abs(net), 1),
    components: directed.map((r) => ({ family: r.family, direction: r.direction === "bear" ? "bear" : "bull" })),
  };
  return { row, components };
}
