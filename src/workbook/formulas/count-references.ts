import { type Area, referencesOf } from "../areas";
import { blockText } from "../cell-address";

/** A block that formulas refer to. */
export interface Reference extends Area {
  /** How many formulas and names do, a formula that has it twice twice. */
  readonly times: number;
  /** The sheets whose formulas do; empty for a name. */
  readonly homes: readonly string[];
}

/** Counts what formulas and names refer to on one sheet. */
export function countReferences(sheet: string) {
  const found = new Map<string, Area & { times: number; homes: string[] }>();
  const add = (area: Area, home = ""): void => {
    if (area.sheet.toLowerCase() !== sheet.toLowerCase()) return;
    const known = found.get(blockText(area));
    if (known) {
      known.times++;
      if (!known.homes.includes(home)) known.homes.push(home);
    } else found.set(blockText(area), { ...area, times: 1, homes: [home] });
  };
  return {
    add,
    /** @param home the sheet of the formula's cell; empty for a name's formula */
    addFormula: (formula: string, home: string): void => referencesOf(formula, home, []).areas.forEach((area) => add(area, home)),
    list: (): readonly Reference[] => [...found.values()],
  };
}
