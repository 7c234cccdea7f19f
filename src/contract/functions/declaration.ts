import type { CaveatId } from "../caveats";
import type { Unit } from "../units";
import type { Vocabulary } from "./choices";
import type { NameKind } from "./name-kinds";

/** What one field of a function gives. `varies` means that the unit depends on the row (a series' own unit, a filer's currency). */
export interface Field<N extends string = string> {
  readonly name: N;
  readonly type: "number" | "text" | "date" | "boolean";
  readonly unit?: Unit | "varies";
  readonly about: string;
}

/**
 * How an argument is read:
 * - `choice`: one of a closed list; anything else is a wrong argument.
 * - `name`: a name that the service looks up; an unknown one gets a reason that names the nearest known ones.
 * - `ticker`: a symbol, or another name of one that the service looks up; at most 40 characters.
 * - `text`: free words of at most `max` characters.
 * - `date`: ISO text on the wire (hosts turn serial numbers into it); `bareYear` accepts 2024 for its last day.
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

/** An argument with what a person reads of it. */
export type DeclaredParameter = Parameter & {
  /** A sentence for the function wizard, the help and the docs. */
  readonly about: string;
  /** What kind of thing it names, which decides how the service reads it; undefined for what is no name. */
  readonly is: NameKind | undefined;
  /** The values to choose from; undefined where anything may be typed. */
  readonly vocabulary: Vocabulary | undefined;
};

/** What a function without fields gives. */
export interface Result {
  readonly type: Field["type"];
  readonly unit?: Unit | "varies";
  /** In a line, with the unit in words. */
  readonly about: string;
}

interface Declared<N extends string> {
  /** In a line, for lists; what exactly it gives stands in its fields. */
  readonly title: string;
  readonly parameters: readonly DeclaredParameter[];
  /** Empty for functions without a field argument; `result` then says what comes out. The first one is the default. */
  readonly fields: readonly Field<N>[];
  readonly result?: Result;
  /** Data origin, by kind, as the field registry words it. */
  readonly source: string;
  /** Every caveat that its answers may carry. */
  readonly caveats: readonly CaveatId[];
}

/** A function that a person can type as `SERVICE.<name>`. */
export interface CellFunction<N extends string = string> extends Declared<N> {
  readonly pathOnly?: undefined;
  /** One sentence: what it gives, in which unit. */
  readonly description: string;
  /** What has to be known to use the figure; without line breaks. */
  readonly remarks: string;
  /** What comes out, by type and unit. */
  readonly returns: string;
  /** The arguments of the example that its help shows. */
  readonly example: readonly (string | number)[];
  /** Words that it is found by, besides its title and its fields: what people call the thing elsewhere. */
  readonly search: string;
}

/** A function that only a sheet path names (`contract/paths.ts`). */
export interface PathFunction<N extends string = string> extends Declared<N> {
  readonly pathOnly: true;
}

export type Declaration<N extends string = string> = CellFunction<N> | PathFunction<N>;

/** Functions by their names. */
export type Declarations = Readonly<Record<string, Declaration>>;
