import { counted } from "../../../contract/counted";
import { targetsByKind } from "../package-parts";
import type { Parts } from "../unpack";

/** Unsupported parts, by the last word of their relationship type, in singular and plural. */
const KINDS: Readonly<Record<string, readonly [string, string]>> = {
  chart: ["chart", "charts"],
  chartEx: ["chart", "charts"],
  chartsheet: ["chart sheet", "chart sheets"],
  image: ["picture", "pictures"],
  pivotTable: ["pivot table", "pivot tables"],
  comments: ["sheet with notes", "sheets with notes"],
  threadedComment: ["sheet with comments", "sheets with comments"],
  table: ["table (its cells are kept)", "tables (their cells are kept)"],
  slicer: ["sheet with slicers", "sheets with slicers"],
  vbaProject: ["set of macros", "sets of macros"],
  ctrlProp: ["form control", "form controls"],
  externalLink: ["link to another workbook", "links to other workbooks"],
  dialogsheet: ["dialog sheet", "dialog sheets"],
  xlMacrosheet: ["macro sheet", "macro sheets"],
  signature: ["digital signature", "digital signatures"],
};

/** Unsupported elements of a sheet. */
const ELEMENTS: Readonly<Record<string, readonly [string, string]>> = {
  dataValidations: ["sheet with data validation", "sheets with data validation"],
  hyperlinks: ["sheet with links", "sheets with links"],
  sheetProtection: ["protected sheet", "protected sheets"],
  autoFilter: ["filter by colour or icon", "filters by colours or icons"],
};

/** Lists the content of a file that its `Book` does not have, in words. `read` has the parts that it does have. */
export function leftOut(
  parts: Parts,
  elements: readonly ReadonlySet<string>[],
  formulasLost: number,
  read: ReadonlySet<string>,
  formatsUnknown: number,
): string[] {
  const targets = targetsByKind(parts, KINDS);
  const words: string[] = [];
  const add = (count: number, [one, many]: readonly [string, string]): void => void (count > 0 && words.push(counted(count, one, many)));
  for (const [type, names] of Object.entries(KINDS)) add([...(targets.get(type) ?? [])].filter((target) => !read.has(target)).length, names);
  for (const [element, names] of Object.entries(ELEMENTS)) add(elements.filter((set) => set.has(element)).length, names);
  add(formatsUnknown, ["conditional format", "conditional formats"]);
  add(formulasLost, [
    "formula that refers to another workbook or is a data table: its value is kept",
    "formulas that refer to other workbooks or are data tables: their values are kept",
  ]);
  return words;
}
