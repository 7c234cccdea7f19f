import type { IsoDate } from "../../../contract/dates";
import type { SourceId } from "../../records/attribution";
import type { RowsName } from "../../store/freshness";

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
export interface Event {
  readonly date: IsoDate;
  readonly direction: "bull" | "bear" | "neutral";
  readonly score: number;
  readonly headline: string;
}

/** One family's events on one symbol, oldest first. */
export interface FamilyEvents {
  readonly family: string;
  readonly source: SourceId;
  readonly provenance?: readonly RowsName[] | undefined;
  /** The newest day that its rows describe. */
  readonly newest: IsoDate;
  /** What was read, in words. */
  readonly read: string;
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
export interface FamilyReading {
  readonly family: string;
  readonly source: SourceId;
  readonly provenance?: readonly RowsName[] | undefined;
  readonly date: IsoDate;
  readonly direction: Event["direction"];
  readonly strength: number;
  readonly evidence: string;
}
