/* The elements of a part that have places in cells, by their names without prefix. */

/** Attributes with cells or areas of the part's own sheet, by element. An element whose areas are all removed goes too, unless it is in `STAYS`. */
export const AREAS: Readonly<Record<string, readonly string[]>> = {
  autoFilter: ["ref"],
  cellSmartTags: ["r"],
  cellWatch: ["r"],
  comment: ["ref"],
  conditionalFormatting: ["sqref"],
  dataValidation: ["sqref"],
  hyperlink: ["ref"],
  ignoredError: ["sqref"],
  inputCells: ["r"],
  location: ["ref"],
  mergeCell: ["ref"],
  pane: ["topLeftCell"],
  protectedRange: ["sqref"],
  selection: ["activeCell", "sqref"],
  sheetView: ["topLeftCell"],
  sortCondition: ["ref"],
  sortState: ["ref"],
  table: ["ref"],
  threadedComment: ["ref"],
};
/** Elements for each cell of their areas, in words: their areas go with the cells. The areas of the others are those of references. */
export const OF_CELLS: Readonly<Record<string, string>> = {
  comment: "notes",
  conditionalFormatting: "conditional formats",
  dataValidation: "validation",
  hyperlink: "links",
  ignoredError: "ignored errors",
  protectedRange: "ranges that may be edited",
  sparkline: "sparklines",
  threadedComment: "comments",
};
/** What is in sight and selected does not go with cut cells. */
export const OF_VIEW = /^(?:pane|selection|sheetView)$/;
export const STAYS = new Set(["location", "pane", "selection", "sheetView", "table"]);

/** Elements that must not be empty. */
export const LISTS = new Set(
  "cellWatches colBreaks conditionalFormattings dataValidations ext extLst hyperlinks ignoredErrors mergeCells protectedRanges rowBreaks scenario scenarios sparklineGroup sparklineGroups sparklines".split(
    " ",
  ),
);

/** Elements whose text is a formula. In a sheet, `f` of a cell is not one of them. */
export const FORMULAS = new Set(["calculatedColumnFormula", "f", "formula", "formula1", "formula2", "totalsRowFormula"]);
/** Attributes with a formula, by element. */
export const FORMULA_ATTRIBUTES: Readonly<Record<string, readonly string[]>> = {
  formControlPr: ["fmlaLink", "fmlaRange", "fmlaTxbx", "fmlaGroup"],
  hyperlink: ["location"],
  sp: ["textlink"],
};
/** Rules whose formulas are written for their first cell. */
export const RULES = new Set(["conditionalFormatting", "dataValidation"]);
