import { createAreaIndex } from "../../area-index";
import { referencesOf, type Area } from "../../areas";
import type { DefinedName } from "../../book";
import { toSeenFormula } from "../../stored-formula";
import { formulaCells } from "../formula-cells";
import { cellText } from "../xml-text";

/** A sheet of a file as it is saved. */
export interface SavedSheet {
  readonly name: string;
  readonly part: string;
  readonly xml: string;
}

const DATA_TABLE = /<(?:\w+:)?f\s[^>]*\bt="dataTable"/;
/** A reference to another workbook: `[1]Sheet1!A1`. */
const ELSEWHERE = /\[\d+\]/;

/**
 * True if a formula that the grid does not calculate may read a changed cell, so that its value is old: one of a data table, or one that refers to another
 * workbook.
 *
 * @param changed cells whose values differ
 */
export function readsChanged(sheets: readonly SavedSheet[], changed: readonly Area[], names: readonly DefinedName[]): boolean {
  if (changed.length === 0) return false;
  // The file does not say what the formulas of a data table read.
  if (sheets.some(({ xml }) => DATA_TABLE.test(xml))) return true;
  const index = createAreaIndex<Area>();
  for (const area of changed) index.add(area, area);
  return sheets.some(({ name, part, xml }) => {
    if (!ELSEWHERE.test(xml)) return false;
    return formulaCells(xml, part).some(({ formula, formulaAttributes }) => {
      if (!ELSEWHERE.test(formula)) return false;
      // The other cells of a shared formula read other cells.
      if (formulaAttributes["t"] === "shared") return true;
      const { areas, overSheets } = referencesOf(toSeenFormula(cellText(formula)), name, names);
      let found = overSheets;
      const search = index.search();
      for (const area of areas) search(area, () => (found = true));
      return found;
    });
  });
}
