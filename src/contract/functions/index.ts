import { CALLS } from "./calls";
import type { Parameter } from "./declaration";
import type { FunctionName } from "./declarations";

export type { Parameter } from "./declaration";
export type { FieldName, FunctionName } from "./declarations";

/** What has to be known of a function to call it. All else is in its declaration (`declarations.ts`), which hosts of cells do not load. */
interface FunctionSpec {
  readonly parameters: readonly Parameter[];
  /** Only reachable by a sheet path, not as a function of its own. */
  readonly pathOnly?: true;
}

const FUNCTIONS: Readonly<Record<FunctionName, FunctionSpec>> = CALLS;

/** Every function, in the specification's order. */
export const FUNCTION_NAMES = Object.keys(FUNCTIONS) as FunctionName[];
/** Those that a person can type as `SERVICE.<name>`. */
export const CELL_FUNCTIONS = FUNCTION_NAMES.filter((f) => !FUNCTIONS[f].pathOnly);

export const functionSpec = (name: FunctionName): FunctionSpec => FUNCTIONS[name];
export const isFunctionName = (name: string): name is FunctionName => Object.hasOwn(FUNCTIONS, name);
