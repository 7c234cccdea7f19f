import type { Argument } from "../../contract/arguments";
import type { CaveatId } from "../../contract/caveats";
import type { Code } from "../../contract/codes";
import type { IsoDate } from "../../contract/dates";
import type { FieldName, FunctionName } from "../../contract/functions";
import type { Unit } from "../../contract/units";
import type { FloatCoverage, PeerLevel } from "../../contract/wire";
import type { SourceId } from "../records/attribution";
import type { RowsName } from "../store/freshness";
import type { Context } from "./context";
import type { FunctionAges } from "./field-ages";
import type { AgeName } from "./maximum-age";
import type { PublishedRows } from "./published-rows";

/**
 * One part of a computed answer, with where it comes from and the day that it describes. `weight` is its share in the answer, 0 to 1; `contribution` is in
 * the answer's own unit.
 */
export interface Component {
  readonly name: string;
  readonly source: SourceId;
  readonly sample: boolean;
  readonly observation_date?: IsoDate;
  readonly value?: number;
  readonly unit?: Unit;
  readonly direction?: "bull" | "bear" | "neutral";
  readonly weight?: number;
  readonly contribution?: number;
  /** What it rests on, in words. */
  readonly evidence?: string;
  /** The names of its published rows; not said on the wire. */
  readonly provenance?: readonly RowsName[] | undefined;
}

/** A part that could not go into the answer, and why, in words. */
export interface AbsentComponent {
  readonly name: string;
  readonly absent: string;
}

interface Provenance {
  readonly source: SourceId;
  /** The period that the answer describes: a day, or a period's last day. */
  readonly observation_date?: IsoDate | undefined;
  readonly caveats?: readonly CaveatId[] | undefined;
  readonly max_age_s: number;
  /** True where any component of the answer is generated. */
  readonly sample: boolean;
  /** The names of the published rows that it rests on, those of its components where left out: the one confirmed longest ago dates the answer. */
  readonly provenance?: readonly RowsName[] | undefined;
  /** What must be known of this answer, in words: a basis, a method. */
  readonly note?: string | undefined;
  /** Which companies an RV answer's peers are. */
  readonly peerLevel?: PeerLevel | undefined;
  /** For how many tickers the float exists that the answer rests on, or lacks. */
  readonly floatCoverage?: FloatCoverage | undefined;
  /** What a computed answer is made of: every part, absent ones too. */
  readonly components?: readonly (Component | AbsentComponent)[] | undefined;
  /** The day of the newest observation that it was read from, if `observation_date` is another day: decides whether it is stale. Not on the wire. */
  readonly newest?: IsoDate | undefined;
  /** The maximum age that holds for it, if it is not that of the function. Not on the wire. */
  readonly ageName?: AgeName | undefined;
  /** `asked` if the question names the period of the value. Not on the wire. */
  readonly claim?: "asked" | undefined;
}

export interface Value extends Provenance {
  readonly value: number | string | boolean;
  readonly kind?: "date" | undefined;
  readonly unit?: Unit | undefined;
}

/** The data says no: a code of the closed list and the reason in words, without the prefix that a host adds. */
export interface Reason extends Provenance {
  readonly code: Code;
  /** For the cell: at most `MAX_REASON` characters. */
  readonly reason: string;
  /** What happened, then what to do, for Inspect, Audit, terminal and REST. Absent if `reason` says it all. */
  readonly explanation?: string | undefined;
}

export type Answer = Value | Reason;

/** `args` are read already (`contract/arguments`): one entry a parameter, defaults filled in, null where one was left out. */
export type Evaluate = (args: readonly Argument[], context: Context) => Answer;

/** Of the same arguments as `Evaluate`. */
export type Published = (args: readonly Argument[], context: Context) => boolean;

/**
 * How ASOF asks a function for the date of a name:
 * - `name`: by the name alone; with `field`, for that field.
 * - `words`: by the name as words, only if no other function knows the very name.
 * - `never`: it is computed from others, or takes more than a name.
 */
export type AsOfQuestion = "name" | { readonly field: string } | "words" | "never";

/** What a family says of one of its functions. */
export interface FamilyFunction<N extends string = string> {
  readonly evaluate: Evaluate;
  readonly ages: FunctionAges<N>;
  /** Live count of covered entities; null where there is nothing to count. */
  readonly universe: (context: Context) => number | null;
  readonly asOf: AsOfQuestion;
}

/** One data family: the functions that it answers, and what the registry and the status say of it. */
export interface Family {
  readonly name: string;
  readonly functions: { readonly [F in FunctionName]?: FamilyFunction<FieldName<F>> };
  /** The series whose imported rows this family serves; where one of them has none, the family still answers from sample data. */
  readonly series?: readonly string[];
  /** Where it answers from no rows of its own: from those of the other families, or never with a figure. */
  readonly basis?: "computed" | "none";
  /** The rows with a shape of their own that it answers from. */
  readonly rows?: PublishedRows;
  /** True where published rows answer the question alone. Such a one is answered in any year: only what is generated has a first and a last one. */
  readonly isPublished?: Published;
}

export const HOUR = 3600;
export const DAY = 24 * HOUR;

export const isReason = (answer: Answer): answer is Reason => "code" in answer;

/** A reason wherever there is room: in full, or the short one if that says it all. */
export const fullReason = ({ reason, explanation }: Reason): string => explanation ?? reason;
