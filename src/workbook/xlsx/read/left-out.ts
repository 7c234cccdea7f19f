import { counted } from "../../../contract/counted";
import { own } from "../../../contract/json";
import { relationshipsOf } from "../package-parts";
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
  const targets = new Map<string, Set<string>>();
  for (const part of parts.keys()) {
    if (!part.endsWith(".rels")) continue;
    const owner = part.replace(/_rels\/([^/]*)\.rels$/, "$1");
    for (const { type, target } of relationshipsOf(parts, owner))
      if (own(KINDS, type) && !read.has(target)) targets.set(type, (targets.get(type) ?? new Set()).add(target));
  }
  const words = Object.entries(KINDS).flatMap(([type, names]) => (targets.has(type) ? [counted(targets.get(type)!.size, ...names)] : []));
  for (const [element, names] of Object.entries(ELEMENTS)) {
    const count = elements.filter((set) => set.has(element)).length;
    if (count > 0) words.push(counted(count, ...names));
  }
  if (formatsUnknown > 0) words.push(counted(formatsUnknown, "conditional format", "conditional formats"));
  if (formulasLost > 0)
    words.push(
      counted(
        formulasLost,
        "formula that refers to another workbook or is a data table: its value is kept",
        "formulas that refer to other workbooks or are data tables: their values are kept",
      ),
    );
  return words;
}
