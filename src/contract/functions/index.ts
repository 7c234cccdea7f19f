import { CALLS } from "./calls";
import type { Parameter } from "./declaration";
import type { FunctionName } from "./declarations";

export type { Parameter } from "./declaration";
export type { FieldName, FunctionName } from "./declarations";

/** The part of a declaration that a call needs. Hosts load only this, because the whole declarations (`declarations.ts`) are large. */
interface FunctionSpec {
  readonly parameters: readonly Parameter[];
  /** Set if only sheet paths reach the function. */
  readonly pathOnly?: true;
}

const FUNCTIONS: Readonly<Record<FunctionName, FunctionSpec>> = CALLS;

/** Every function, in the specification's order. */
export const FUNCTION_NAMES = Object.keys(FUNCTIONS) as FunctionName[];
/** The functions that users type as `SERVICE.<name>`. */
export const CELL_FUNCTIONS = FUNCTION_NAMES.filter((f) => !FUNCTIONS[f].pathOnly);

export const functionSpec = (name: FunctionName): FunctionSpec => FUNCTIONS[name];
export const isFunctionName = (name: string): name is FunctionName => Object.hasOwn(FUNCTIONS, name);
