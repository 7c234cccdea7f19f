import { groupedBy } from "../contract/lists";
import type { DefinedName } from "./book";

/** The defined names by name in lower case. */
const byName = new WeakMap<readonly DefinedName[], ReadonlyMap<string, readonly DefinedName[]>>();

/** The names that are written alike, one of the workbook and one of each sheet at most. */
export function namesAlike(names: readonly DefinedName[], word: string): readonly DefinedName[] {
  let known = byName.get(names);
  if (!known) byName.set(names, (known = groupedBy(names, ({ name }) => name.toLowerCase())));
  const lower = word.toLowerCase();
  // A file has `Print_Area` under this name.
  return known.get(lower) ?? known.get(`_xlnm.${lower}`) ?? [];
}

/** What a name means in a formula of a sheet: the name of the sheet, or else that of the workbook. */
export function findName(names: readonly DefinedName[], word: string, sheet: string): DefinedName | undefined {
  const same = namesAlike(names, word);
  return same.find((n) => n.sheet?.toLowerCase() === sheet.toLowerCase()) ?? same.find((n) => n.sheet === undefined);
}

/** True for the formula of a name that is a function of its own, `LAMBDA(…)`. Another name can be written like a function: `Rate` beside `RATE(…)`. */
export const isLambda = (formula: string): boolean => /^=?\s*LAMBDA\s*\(/i.test(formula);
export const isCallable = ({ formula }: DefinedName): boolean => isLambda(formula);
