import { wordsIn } from "../../../contract/text";
import type { BookEdit } from "../../edits/moved-areas";
import { areaAfter, nextLine, sheetAfter } from "../../edits/moved-places";
import type { Attributes, Span } from "../read-xml";
import type { Edit } from "../xml-edits";

/** A row and a column of a drawing's anchor. */
type Corner = Partial<Record<"rows" | "columns", { readonly line: number; readonly span: Span }>>;

/** Where a drawing is: its first and last cell. The second one may keep its distance from the first. */
interface Anchor {
  readonly editAs: string;
  readonly from: Corner;
  readonly to: Corner;
}

const isAnchor = (name: string): boolean => /Anchor$/.test(name) || name === "anchor";

/** Where a drawing is after edits: it goes with its cells if all of them moved together, otherwise its corners stay with their rows and columns. */
function movedAnchor({ editAs, from, to }: Anchor, sheet: string, edits: readonly BookEdit[], leave: () => void): Edit[] {
  const [row, column] = [from.rows?.line, from.columns?.line];
  if (edits.length === 0 || editAs === "absolute" || row === undefined || column === undefined) return [];
  const block = { row, column, rows: Math.max(1, (to.rows?.line ?? row) - row + 1), columns: Math.max(1, (to.columns?.line ?? column) - column + 1) };
  const moved = areaAfter({ ...block, sheet }, edits);
  const whole = moved && moved.rows === block.rows && moved.columns === block.columns ? moved : undefined;
  const isHere = whole?.sheet === sheetAfter(sheet, edits);
  if (whole && !isHere) leave();
  return (["rows", "columns"] as const).flatMap((axis) => {
    const first = axis === "rows" ? row : column;
    const next = whole && isHere ? whole[axis === "rows" ? "row" : "column"] : nextLine(first, axis, sheet, edits);
    const keeps = (whole !== undefined && isHere) || editAs === "oneCell";
    return [from, to].flatMap((corner): Edit[] => {
      const at = corner[axis];
      if (!at) return [];
      const now = keeps || corner === from ? at.line + next - first : nextLine(at.line, axis, sheet, edits);
      return now === at.line ? [] : [{ ...at.span, text: String(now) }];
    });
  });
}

/**
 * Moves the anchors of drawings in a part: an anchor is opened, gets its lines, and is closed.
 *
 * @param leave called for a drawing whose cells all moved to another sheet
 */
export function createAnchors(sheet: string, edits: readonly BookEdit[], leave: () => void) {
  let anchor: Anchor | undefined;
  return {
    open: (name: string, a: Attributes): void => {
      if (isAnchor(name)) anchor = { editAs: a["editAs"] ?? (a["moveWithCells"] === undefined ? "twoCell" : ""), from: {}, to: {} };
    },
    /** A row or column, the text of an element within `from` or `to`. */
    line: (name: string, corner: string | undefined, text: string, span: Span): void => {
      if (anchor && (name === "row" || name === "col") && (corner === "from" || corner === "to"))
        anchor[corner][name === "row" ? "rows" : "columns"] = { line: Number(text), span };
    },
    /** The changes of an anchor that ends here. */
    close: (name: string): Edit[] => {
      const ended = isAnchor(name) ? anchor : undefined;
      if (!ended) return [];
      anchor = undefined;
      return movedAnchor(ended, sheet, edits, leave);
    },
  };
}

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
  wordsIn(`
  cellWatches colBreaks conditionalFormattings dataValidations ext extLst hyperlinks ignoredErrors mergeCells protectedRanges rowBreaks scenario
  scenarios sparklineGroup sparklineGroups sparklines`),
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
