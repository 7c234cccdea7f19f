import type { CaveatId } from "../caveats";
import type { Plan } from "../plans";
import type { Unit } from "../units";
import type { Vocabulary } from "./choices";
import type { NameKind } from "./name-kinds";

/** One field of a function. The unit `varies` depends on the row, such as a series' unit or a filer's currency. */
export interface Field<N extends string = string> {
  readonly name: N;
  readonly type: "number" | "text" | "date" | "boolean";
  readonly unit?: Unit | "varies";
  readonly about: string;
  /** The plan whose keys get the figure; by default those of every plan. */
  readonly plan?: Plan;
}

/**
 * How an argument is parsed:
 * - `choice`: one of a closed list; anything else is a wrong argument.
 * - `name`: a name that the service resolves; the reason for an unknown one suggests the nearest known names.
 * - `ticker`: a symbol in any vendor's notation, which the service resolves; at most 40 characters.
 * - `text`: free text of at most `max` characters.
 * - `date`: ISO text on the wire (hosts convert serial numbers); `bareYear` accepts 2024 for its last day.
 * - `period`: 2024, FY2024, 2024Q3, or a period's end date.
 * - `integer`: a whole number within bounds.
 */
export type Parameter =
  | { readonly name: string; readonly kind: "choice"; readonly of: readonly string[]; readonly fallback?: string; readonly example: string }
  | { readonly name: string; readonly kind: "name"; readonly upper: boolean; readonly what: string; readonly optional?: boolean; readonly example: string }
  | { readonly name: string; readonly kind: "ticker"; readonly example: string }
  | { readonly name: string; readonly kind: "text"; readonly max: number; readonly what: string; readonly example: string }
  | { readonly name: string; readonly kind: "date"; readonly bareYear: boolean; readonly optional?: boolean; readonly example: string }
  | { readonly name: string; readonly kind: "period"; readonly example: string }
  | { readonly name: string; readonly kind: "integer"; readonly min: number; readonly max: number; readonly fallback: number; readonly example: string };

/** An argument with its description. */
export type DeclaredParameter = Parameter & {
  /** A sentence for the function wizard, the help and the docs. */
  readonly about: string;
  /** The kind of name, which decides how the service resolves it; undefined if the argument is not a name. */
  readonly is: NameKind | undefined;
  /** The values to choose from; undefined for free text. */
  readonly vocabulary: Vocabulary | undefined;
};

/** The result of a function without fields. */
export interface Result {
  readonly type: Field["type"];
  readonly unit?: Unit | "varies";
  /** Description in one line, with the unit in words. */
  readonly about: string;
}

/** How search lists the values of an argument, an entry each. In its texts `*` stands for the value and `#` for its title. */
export interface ValueSearch {
  /** By default `#`. */
  readonly title?: string;
  /** Names that mean exactly this entry; by default `*` and `#`. */
  readonly names?: readonly string[];
  /** From 0 to 10; by default 3. */
  readonly weight?: number;
  /** The only value that is listed. */
  readonly only?: string;
  /** A value that is not listed, because it is no figure. */
  readonly except?: string;
  /** True if values name economies. Their codes are words of other figures, such as PE, so they do not find the entry. */
  readonly ofPlaces?: true;
  /** True if each value is a series with a row of its own in the registry. */
  readonly ofSeries?: true;
  /** Fields that are also entries of a value: all others than the first that are numbers; those of figures per share; or these. */
  readonly fields?: "numbers" | "per share" | readonly string[];
  /** The title of such an entry; by default that of the value and the field. */
  readonly fieldTitle?: string;
  /** True if a field has no meaning without a value. */
  readonly isNeeded?: true;
}

interface Declared<N extends string> {
  /** Description in one line, for lists. */
  readonly title: string;
  readonly parameters: readonly DeclaredParameter[];
  /** The first is the default. Empty for a function without a field argument, which has a `result` instead. */
  readonly fields: readonly Field<N>[];
  readonly result?: Result;
  /** Origin of the data, for the field registry. */
  readonly source: string;
  /** Every caveat that its answers may carry. */
  readonly caveats: readonly CaveatId[];
}

/** A function that users type as `SERVICE.<name>`. */
export interface CellFunction<N extends string = string> extends Declared<N> {
  readonly pathOnly?: undefined;
  /** One sentence: the figure and its unit. */
  readonly description: string;
  /** What a user must know to use the figure; without line breaks. */
  readonly remarks: string;
  /** Type and unit of the result. */
  readonly returns: string;
  /** The arguments of the help's example. */
  readonly example: readonly (string | number)[];
  /** Search words besides title and fields: other common names. */
  readonly search: string;
  readonly values?: ValueSearch;
}

/** A function that only sheet paths reach (`contract/paths.ts`). */
export interface PathFunction<N extends string = string> extends Declared<N> {
  readonly pathOnly: true;
  /** True if search does not list it, because a field of another function is the same figure. */
  readonly isUnlisted?: true;
}

export type Declaration<N extends string = string> = CellFunction<N> | PathFunction<N>;

/** Functions by their names. */
export type Declarations = Readonly<Record<string, Declaration>>;
