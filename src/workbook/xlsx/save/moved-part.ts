import type { Block } from "../../book";
import { blockText } from "../../cell-address";
import { blockIn, linesIn } from "../../cell-reference";
import { firstCellShift, followedAreas } from "../../format-areas";
import { lineAfter, movedBlock, movedLine, type LineEdit } from "../../line-edits";
import { movedFormula, type SheetFates } from "../../moved-formula";
import { shiftFormula } from "../../shift-formula";
import { readXml, type Attributes } from "../read-xml";
import { edited, withAttribute, withoutAttribute, type Edit, type Span } from "../xml-edits";
import { escapeXml } from "../xml-text";

/** Attributes with cells or areas of the part's own sheet, by element. An element whose areas are all removed goes too, unless it is in `STAYS`. */
const AREAS: Readonly<Record<string, readonly string[]>> = {
  autoFilter: ["ref"],
  cellSmartTags: ["r"],
  cellWatch: ["r"],
  comment: ["ref"],
  conditionalFormatting: ["sqref"],
  dataValidation: ["sqref"],
  dimension: ["ref"],
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
const STAYS = new Set(["dimension", "location", "pane", "selection", "sheetView", "table"]);

/** Elements that must not be empty. */
const LISTS = new Set(
  "cellWatches colBreaks conditionalFormattings dataValidations ext extLst hyperlinks ignoredErrors mergeCells protectedRanges rowBreaks scenario scenarios sparklineGroup sparklineGroups sparklines".split(
    " ",
  ),
);

/** Elements whose text is a formula. In a sheet, `f` of a cell is not one of them. */
const FORMULAS = new Set(["calculatedColumnFormula", "f", "formula", "formula1", "formula2", "totalsRowFormula"]);
/** Attributes with a formula, by element. */
const FORMULA_ATTRIBUTES: Readonly<Record<string, readonly string[]>> = {
  formControlPr: ["fmlaLink", "fmlaRange", "fmlaTxbx", "fmlaGroup"],
  hyperlink: ["location"],
  sp: ["textlink"],
};
/** Rules whose formulas are written for their first cell. */
const RULES = new Set(["conditionalFormatting", "dataValidation"]);

const localName = (name: string): string => name.slice(name.indexOf(":") + 1);

/** A list of areas, `A1:B2 D4`, after edits; undefined if all of them are removed. */
export function movedAreas(text: string, edits: readonly LineEdit[]): string | undefined {
  const moved = text
    .trim()
    .split(/\s+/)
    .flatMap((one) => {
      const block: Block | undefined = blockIn(one) ?? linesIn(one);
      if (!block) return [one];
      const now = movedBlock(block, edits);
      if (!now) return [];
      return blockIn(one)
        ? [one.includes(":") && now.rows * now.columns === 1 ? `${blockText(now)}:${blockText(now)}` : blockText(now)]
        : [linesText(now, one)];
    });
  return moved.length > 0 ? moved.join(" ") : undefined;
}
const linesText = (block: Block, like: string): string => {
  const [from = "", to = from] = blockText(block).split(":");
  const digits = /\d/.test(like);
  const side = (cell: string): string => (digits ? cell.replace(/\D/g, "") : cell.replace(/\d/g, ""));
  return `${side(from)}:${side(to)}`;
};

/** Where a line is after edits; for a removed one, where the next one is. */
export const nextLine = (line: number, along: LineEdit["along"], edits: readonly LineEdit[]): number =>
  edits.reduce((at, edit) => (edit.along === along ? (movedLine(at, edit) ?? edit.at) : at), line);

interface Open {
  readonly name: string;
  readonly tag: Span;
  readonly attributes: Attributes;
  /** Number of edits when it was opened. */
  readonly edits: number;
  children: number;
  dropped: number;
  isGone: boolean;
  text: string;
  /** How far the first cell of its areas moved into them, because cells before it were removed. */
  shift: readonly [rows: number, columns: number];
  /** Formulas before the areas that they are for. */
  readonly waiting: (Span & { readonly text: string })[];
}

const blocksIn = (areas: string): Block[] => areas.split(/\s+/).flatMap((one) => blockIn(one) ?? linesIn(one) ?? []);

/** Conditional formats go with their cells, and not with references to them. */
function movedRuleAreas(text: string, edits: readonly LineEdit[]): string | undefined {
  const moved = movedAreas(text, edits);
  const [blocks, now] = [blocksIn(text), followedAreas(blocksIn(text), edits)];
  // Areas that only move keep the way in which they are written.
  if (moved !== undefined && JSON.stringify(blocksIn(moved)) === JSON.stringify(now)) return moved;
  return blocks.length === 0 ? moved : now.length > 0 ? now.map(blockText).join(" ") : undefined;
}
const shiftOf = (areas: string, edits: readonly LineEdit[]): readonly [number, number] => firstCellShift(blocksIn(areas), edits);

/**
 * Makes the positions and formulas of a part follow edits of sheets: areas, anchors of drawings, breaks of pages, formulas. What is about removed cells only, is
 * removed. Cells of sheets are left as they are.
 *
 * @param home the former name of the sheet that the part belongs to; missing for charts, whose formulas name their sheets
 */
export function movedPart(xml: string, where: string, home: string | undefined, fates: SheetFates): string {
  const edits: Edit[] = [];
  const own = (home === undefined ? undefined : fates.get(home.toLowerCase()))?.edits ?? [];
  const path: Open[] = [];
  let inData = false;
  let anchor: { editAs: string; readonly moved: Record<string, number> } = { editAs: "", moved: {} };

  const formulaAt = (span: Span, text: string, [rows, columns]: readonly [number, number]): void => {
    const moved = movedFormula(shiftFormula(text, rows, columns), home, fates);
    if (moved !== text) edits.push({ ...span, text: escapeXml(moved) });
  };
  /** The position of a line in an anchor, whose second corner may keep its distance from the first. */
  const anchored = (line: number, along: LineEdit["along"], corner: string): number => {
    if (anchor.editAs === "absolute") return line;
    if (corner === "to" && anchor.editAs === "oneCell") return line + (anchor.moved[along] ?? 0);
    const now = nextLine(line, along, own);
    if (corner === "from") anchor.moved[along] = now - line;
    return now;
  };
  const endOfText = (element: Open, span: Span): void => {
    const { name, text } = element;
    const parent = path.at(-2);
    if (name === "sqref" && parent) {
      const moved = (parent.name === "conditionalFormatting" ? movedRuleAreas : movedAreas)(text, own);
      const shift = RULES.has(parent.name) ? shiftOf(text, own) : ([0, 0] as const);
      for (const one of parent.waiting) formulaAt(one, one.text, shift);
      parent.waiting.length = 0;
      if (moved === undefined) parent.isGone = true;
      else if (moved !== text.trim()) edits.push({ ...span, text: moved });
    } else if (FORMULAS.has(name)) {
      const rule = [...path].reverse().find((one) => RULES.has(one.name));
      if (rule && rule.attributes["sqref"] === undefined) rule.waiting.push({ ...span, text });
      else formulaAt(span, text, rule?.shift ?? [0, 0]);
    } else if ((name === "row" || name === "col") && /^(?:from|to)$/.test(parent?.name ?? "") && own.length > 0) {
      const line = Number(text);
      const now = anchored(line, name === "row" ? "rows" : "columns", parent!.name);
      if (now !== line) edits.push({ ...span, text: String(now) });
    }
  };

  readXml(xml, where, {
    open: (full, a, start, end) => {
      const name = localName(full);
      if (name === "sheetData") inData = true;
      const element: Open = {
        name,
        tag: { start, end },
        attributes: a,
        edits: edits.length,
        children: 0,
        dropped: 0,
        isGone: false,
        text: "",
        shift: [0, 0],
        waiting: [],
      };
      path.push(element);
      if (inData) return;
      if (/Anchor$/.test(name) || name === "anchor") anchor = { editAs: a["editAs"] ?? (a["moveWithCells"] === undefined ? "twoCell" : ""), moved: {} };
      let tag = xml.slice(start, end);
      for (const attribute of own.length > 0 ? (AREAS[name] ?? []) : []) {
        const before = a[attribute];
        if (before === undefined || (name === "location" && a["firstDataRow"] === undefined)) continue;
        const moved = (name === "conditionalFormatting" ? movedRuleAreas : movedAreas)(before, own);
        if (moved !== undefined) tag = withAttribute(tag, attribute, moved);
        else if (!STAYS.has(name)) element.isGone = true;
        else if (name === "selection") tag = withoutAttribute(tag, attribute);
      }
      if (RULES.has(name) && a["sqref"] !== undefined) element.shift = shiftOf(a["sqref"], own);
      for (const attribute of FORMULA_ATTRIBUTES[name] ?? []) {
        const before = a[attribute];
        if (before !== undefined) tag = withMoved(tag, attribute, before, movedFormula(before, home, fates));
      }
      if (name === "cfvo" && a["type"] === "formula" && a["val"] !== undefined) tag = withMoved(tag, "val", a["val"], movedFormula(a["val"], home, fates));
      if (name === "worksheetSource" && a["sheet"] !== undefined) tag = sourceTag(tag, a, fates);
      const parent = path.at(-2)?.name;
      if (name === "filterColumn" && own.length > 0) {
        const column = filterColumnAfter(path.at(-2)?.attributes["ref"], Number(a["colId"]), own);
        if (column === undefined) element.isGone = true;
        else tag = withAttribute(tag, "colId", String(column));
      }
      if (name === "brk" && own.length > 0)
        tag = withAttribute(tag, "id", String(nextLine(Number(a["id"] ?? 0), parent === "colBreaks" ? "columns" : "rows", own)));
      if (name === "col" && parent === "cols" && own.length > 0) {
        const block = movedBlock(
          { row: 0, rows: 1, column: Number(a["min"]) - 1, columns: Number(a["max"]) - Number(a["min"]) + 1 },
          own.filter(({ along }) => along === "columns"),
        );
        if (block) tag = withAttribute(withAttribute(tag, "min", String(block.column + 1)), "max", String(block.column + block.columns));
        else element.isGone = true;
      }
      if (tag !== xml.slice(start, end)) edits.push({ start, end, text: tag });
    },
    text: (text) => {
      const element = path.at(-1);
      if (element) element.text += text;
    },
    close: (full, start, end) => {
      const element = path.at(-1)!;
      const name = localName(full);
      if (name === "sheetData") inData = false;
      if (!inData && element.tag.end <= start) endOfText(element, { start: element.tag.end, end: start });
      path.pop();
      const parent = path.at(-1);
      if (parent) parent.children++;
      for (const one of element.waiting) formulaAt(one, one.text, [0, 0]);
      if ((LISTS.has(name) || name === "cols") && element.dropped > 0) {
        if (element.dropped === element.children) element.isGone = true;
        else if (element.attributes["count"] !== undefined)
          edits.push({
            ...element.tag,
            text: withAttribute(xml.slice(element.tag.start, element.tag.end), "count", String(element.children - element.dropped)),
          });
      }
      if (!element.isGone) return;
      edits.splice(element.edits);
      edits.push({ start: element.tag.start, end, text: "" });
      if (parent) parent.dropped++;
    },
  });
  return edits.length > 0 ? edited(xml, edits) : xml;
}

/** The column of a criterion in a filter's cells, after edits; undefined if it is gone. */
function filterColumnAfter(ref: string | undefined, column: number, edits: readonly LineEdit[]): number | undefined {
  const block = blockIn(ref ?? "");
  const now = block && movedBlock(block, edits);
  const at = block && lineAfter(block.column + column, "columns", edits);
  return !now || at === undefined || at < now.column || at >= now.column + now.columns ? undefined : at - now.column;
}

const withMoved = (tag: string, attribute: string, before: string, now: string): string =>
  now === before ? tag : withAttribute(tag, attribute, escapeXml(now));

/** The source of a pivot table's data. */
function sourceTag(tag: string, a: Attributes, fates: SheetFates): string {
  const fate = fates.get(a["sheet"]!.toLowerCase());
  if (!fate) return tag;
  const ref = a["ref"] === undefined ? undefined : movedAreas(a["ref"], fate.edits);
  const named = fate.name === a["sheet"] ? tag : withAttribute(tag, "sheet", escapeXml(fate.name));
  return ref === undefined || ref === a["ref"] ? named : withAttribute(named, "ref", ref);
}
