import { CELL_FUNCTIONS } from "../../contract/functions";
import { nearest, orList } from "../../contract/nearest";
import { readBrokenNames } from "../../workbook/formulas/broken-names";
import { calledInSheets } from "../../workbook/formulas/called-in-sheets";
import { isError, type FormulaCell } from "../../workbook/cell";

function unknownWords(names: readonly string[]): string {
  const first = names[0] ?? "";
  const bare = first.replace(/^.*SERVICE[._]/i, "").toUpperCase();
  const near = nearest(bare, CELL_FUNCTIONS, 2).map((name) => `SERVICE.${name}`);
  return `${first} is not a function of this add-in. Correct the name${near.length > 0 ? `, perhaps to ${orList(near)}` : ""}.`;
}

/** What is wrong with a cell whose function names are unknown or broken, or that shows `#NAME?`, and the formula that repairs it, if a name can be repaired; undefined for any other cell. */
export function brokenCall({ formula, value }: Pick<FormulaCell, "formula" | "value">): { readonly words: string; readonly heals?: string } | undefined {
  const names = readBrokenNames(formula);
  if (names.unknown.length > 0) return { words: unknownWords(names.unknown) };
  if (calledInSheets(formula) !== undefined)
    return { words: `Google Sheets has stored this formula, so Excel only shows its old value. Repair changes it to ${names.healed}`, heals: names.healed };
  if (names.broken > 0) return { words: `Excel changed this name on another computer. Repair changes it to ${names.healed}`, heals: names.healed };
  if (!isError(value) || value.error !== "#NAME?") return undefined;
  return {
    words: "The function exists, but the cell was entered before the add-in loaded, or a text is not in quotes. Use Repair, or add the quotes.",
    heals: names.healed,
  };
}
