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
import type { PublishedValue } from "./published-value";

/**
 * One component of a computed answer, with its source and observation date. `weight` is its share in the answer, 0 to 1; `contribution` is in
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
  /** Its evidence, in words. */
  readonly evidence?: string;
  /** The names of its published rows. Not on the wire. */
  readonly provenance?: readonly RowsName[] | undefined;
}

/** A component that is missing from the answer, with the reason in words. */
export interface AbsentComponent {
  readonly name: string;
  readonly absent: string;
}

interface Provenance {
  readonly source: SourceId;
  /** The observation date: a day, or a period's last day. */
  readonly observation_date?: IsoDate | undefined;
  readonly caveats?: readonly CaveatId[] | undefined;
  readonly max_age_s: number;
  /** True if any component of the answer is sample data. */
  readonly sample: boolean;
  /** The names of its published rows; if absent, those of its components. The one confirmed longest ago dates the answer. */
  readonly provenance?: readonly RowsName[] | undefined;
  /** A note for the reader, such as a basis or a method. */
  readonly note?: string | undefined;
  /** Group of companies that an RV answer is compared with. */
  readonly peerLevel?: PeerLevel | undefined;
  /** How many tickers have a float, for an answer that uses or lacks one. */
  readonly floatCoverage?: FloatCoverage | undefined;
  /** Every component of a computed answer, absent ones too. */
  readonly components?: readonly (Component | AbsentComponent)[] | undefined;
  /** When the observation became public, for an answer that is one published observation. */
  readonly published?: PublishedValue | undefined;
  /** Day of the newest observation used, if it differs from `observation_date`. It decides whether the answer is stale. Not on the wire. */
  readonly newest?: IsoDate | undefined;
  /** Its maximum age, if it differs from the function's. Not on the wire. */
  readonly ageName?: AgeName | undefined;
  /** `asked` if the question names the period of the value. Not on the wire. */
  readonly claim?: "asked" | undefined;
}

export interface Value extends Provenance {
  readonly value: number | string | boolean;
  readonly kind?: "date" | undefined;
  readonly unit?: Unit | undefined;
}

/** An answer without a value: a code of the closed list and the reason in words, without the prefix that a host adds. */
export interface Reason extends Provenance {
  readonly code: Code;
  /** For the cell: at most `MAX_REASON` characters. */
  readonly reason: string;
  /** What happened, then what to do, for Inspect, Audit, terminal and REST. Absent if `reason` says it all. */
  readonly explanation?: string | undefined;
}

export type FamilyAnswer = Value | Reason;

/** `args` are parsed (`contract/arguments`): one entry per parameter, defaults filled in, null for an omitted one. */
export type Evaluate = (args: readonly Argument[], context: Context) => FamilyAnswer;

/**
 * How a family evaluates. `field` is a declared field, `""` in a function without fields. A `switch` over it has no `default`: then the compiler finds a
 * forgotten field.
 */
export type EvaluateField<N extends string = string> = (args: readonly Argument[], context: Context, field: N) => FamilyAnswer;

/** Takes the same arguments as `Evaluate`. */
export type IsPublished = (args: readonly Argument[], context: Context) => boolean;

/**
 * How ASOF gets the observation date of a name from a function:
 * - `name`: evaluates it with the name alone; `{ field }` adds that field.
 * - `words`: searches by the words of the name, only if no other function knows the exact name.
 */
export type AsOfQuestion = "name" | { readonly field: string } | "words";

/** A family's definition of one of its functions. */
export interface FamilyFunction<N extends string = string> {
  readonly evaluate: EvaluateField<N>;
  readonly ages: FunctionAges<N>;
  /** Live count of covered entities. Absent if there is nothing to count. */
  readonly universe?: (context: Context) => number | null;
  /** Absent if ASOF does not evaluate it, because it is computed from other functions or needs more than a name. */
  readonly asOf?: AsOfQuestion;
}

/** One data family: its functions, and what the registry and the status need to know about it. */
export interface Family {
  readonly name: string;
  readonly functions: { readonly [F in FunctionName]?: FamilyFunction<FieldName<F>> };
  /** The series whose imported rows this family serves. A series without imported rows is served from sample data. */
  readonly series?: readonly string[];
  /** Set if the family has no rows to begin with: it uses those of other families, or has no figure, not even a sample, without the operator's own file. */
  readonly basis?: "computed" | "none";
  /** The records (not series) that it serves. */
  readonly rows?: PublishedRows;
  /** True if published rows alone answer the question. Then any year is allowed: only sample data has a first and a last year. */
  readonly isPublished?: IsPublished;
}

export const HOUR = 3600;
export const DAY = 24 * HOUR;

export const isReason = (answer: FamilyAnswer): answer is Reason => "code" in answer;

/** The full reason, or the short one if there is no longer one. */
export const fullReason = ({ reason, explanation }: Reason): string => explanation ?? reason;
