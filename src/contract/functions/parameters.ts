import type { Unit } from "../units";
import type { Vocabulary } from "./choices";
import type { CellFunction, DeclaredParameter, Parameter, Field, PathFunction, Result } from "./declaration";
import { LISTED_NAMES, type ListedName, type OpenName } from "./name-kinds";

/** The sentence that ends the remarks of most functions. */
export const NEVER_ZERO = 'A missing figure shows "n/a:" with the reason, never 0.';

type FieldOf = <N extends string>(name: N, about: string) => Field<N>;
/** A field that is a number, in its unit. */
export const number = <N extends string>(name: N, unit: Unit | "varies", about: string): Field<N> => ({ name, type: "number", unit, about });
export const text: FieldOf = (name, about) => ({ name, type: "text", about });
export const date: FieldOf = (name, about) => ({ name, type: "date", about });
export const truth: FieldOf = (name, about) => ({ name, type: "boolean", about });

const NASDAQ = [".O", "NASDAQ:"] as const;
export const NYSE = [".N", "NYSE:"] as const;
export const NYSE_ARCA = [".P", "NYSEARCA:"] as const;

/** A US ticker. Its sentence shows the spellings of the example's exchange. */
export function ticker(example: string, [suffix, prefix]: readonly [string, string] = NASDAQ): DeclaredParameter {
  const about = `US ticker, such as ${example}; ${example} US Equity, ${example}${suffix} and ${prefix}${example} work too.`;
  return { name: "ticker", kind: "ticker", example, about, is: "ticker", vocabulary: undefined };
}

/** A name from a known list. */
export function named(name: string, is: ListedName, example: string, about: string): DeclaredParameter {
  return { name, kind: "name", ...LISTED_NAMES[is], is, example, about };
}

/** One of a closed list. */
export function choice(name: string, vocabulary: Vocabulary, example: string, about: string, fallback?: string): DeclaredParameter {
  const of = vocabulary.choices.map((c) => c.value);
  return { name, kind: "choice", of, ...(fallback === undefined ? {} : { fallback }), example, about, is: undefined, vocabulary };
}

/** Free words. */
export function words(name: string, is: OpenName, max: number, what: string, example: string, about: string): DeclaredParameter {
  return { name, kind: "text", max, what, example, about, is, vocabulary: undefined };
}

export function integer(name: string, [min, max]: readonly [number, number], fallback: number, about: string): DeclaredParameter {
  return { name, kind: "integer", min, max, fallback, example: String(fallback), about, is: undefined, vocabulary: undefined };
}

/** `bareYear`: 2024 is accepted, for its last day. */
type Day = Omit<Extract<Parameter, { readonly kind: "date" }>, "name" | "kind">;
export const day = (name: string, how: Day, about: string): DeclaredParameter => ({ name, kind: "date", ...how, about, is: undefined, vocabulary: undefined });

export function period(name: string, example: string, about: string): DeclaredParameter {
  return { name, kind: "period", example, about, is: undefined, vocabulary: undefined };
}

/** Marks the position of the field argument. `byDefault` describes the default field. */
export const field = (byDefault: string, special?: FieldArgument["special"]): FieldArgument => ({ byDefault, special });
interface FieldArgument {
  readonly byDefault: string;
  /** Set if the default depends on the other arguments. */
  readonly special: { readonly fallback: string; readonly example: string } | undefined;
}

type Draft<D> = Omit<D, "parameters" | "fields" | "result" | "pathOnly"> & { readonly parameters: readonly (DeclaredParameter | FieldArgument)[] };
type WithFields<D, N extends string> = Draft<D> & { readonly fields: readonly Field<N>[] };
type WithResult<D> = Draft<D> & { readonly result: Result };

/** Replaces the mark of the field argument by a choice of the fields. */
function completed(parameters: readonly (DeclaredParameter | FieldArgument)[], fields: readonly Field[]): readonly DeclaredParameter[] {
  const of = fields.map((f) => f.name);
  const [first = ""] = of;
  return parameters.map((p): DeclaredParameter => {
    if ("kind" in p) return p;
    const { byDefault, special = { fallback: first, example: first } } = p;
    return { name: "field", kind: "choice", of, ...special, about: `What to show. Default: ${byDefault}.`, is: undefined, vocabulary: undefined };
  });
}

const fieldsOf = (draft: object): readonly Field[] => ("fields" in draft ? (draft.fields as readonly Field[]) : []);

/** Declares a function that a person can type, with fields or with one result. */
export function cellFunction<N extends string>(draft: WithFields<CellFunction, N>): CellFunction<N>;
export function cellFunction(draft: WithResult<CellFunction>): CellFunction<"">;
export function cellFunction(draft: Draft<CellFunction>): CellFunction {
  const fields = fieldsOf(draft);
  return { ...draft, fields, parameters: completed(draft.parameters, fields) };
}

/** Declares a function that only sheet paths reach. */
export function pathFunction<N extends string>(draft: WithFields<PathFunction, N>): PathFunction<N>;
export function pathFunction(draft: WithResult<PathFunction>): PathFunction<"">;
export function pathFunction(draft: Draft<PathFunction>): PathFunction {
  const fields = fieldsOf(draft);
  return { ...draft, pathOnly: true, fields, parameters: completed(draft.parameters, fields) };
}
