import { functionSpec, type FunctionName } from "../contract/functions";
import type { Call } from "./ask";

/**
 * The arguments of a call in an Excel that passes an empty cell as 0: a 0 that comes from a cell is null, where 0 cannot be meant. A typed 0 stays. Whether the
 * cell is empty or holds 0 cannot be told there.
 *
 * @param fn undefined for `SERVICE(entity, path)`
 */
export function withEmptyCells(fn: FunctionName | undefined, args: readonly unknown[], { parameterAddresses }: Call): readonly unknown[] {
  if (!parameterAddresses || !args.includes(0)) return args;
  const parameters = fn === undefined ? [] : functionSpec(fn).parameters;
  return args.map((value, i) => {
    const parameter = parameters[i];
    const canBeZero = parameter?.kind === "integer" && parameter.min <= 0;
    return value === 0 && parameterAddresses[i] && !canBeZero ? null : value;
  });
}
