import { append } from "../../../contract/lists";
import { blockText } from "../../cell-address";
import { blockIn } from "../../cell-reference";
import { editedFormula } from "../../formulas/edited-formula";
import type { BookEdit } from "../../edits/moved-areas";
import { areaAfter, editsOfCells, editsOfLines, movedBlock, movedCell, movedColumns, nextLine, sheetAfter } from "../../edits/moved-places";
import { filterAfter } from "../../sheet-filter";
import { ruleSources } from "../formats/format-reader";
import { readXml, localName, type Attributes, type Span } from "../read-xml";
import { edited, withAttribute, withoutAttribute, escapeXml, type Edit } from "../xml-edits";
import { AREAS, createAnchors, FORMULA_ATTRIBUTES, FORMULAS, LISTS, OF_CELLS, OF_VIEW, RULES, STAYS } from "./placed-elements";
import { cellAreasAfter, referencesAfter } from "./rule-areas";

type Formula = Span & { readonly text: string };

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
  /** Those of a rule, which are for the first cell of its areas. */
  readonly formulas: Formula[];
  /** Which conditional formats it has. */
  readonly sources: string[];
}

type Edits = readonly BookEdit[];

/** Is told what stays though its cells moved: words, and the sources of conditional formats. */
export type Leave = (words: string, sources: readonly string[]) => void;

/** A part while it is read. */
interface Moving {
  readonly xml: string;
  readonly sheet: string;
  readonly all: Edits;
  /** The edits, if they move cells of the sheet. */
  readonly own: Edits;
  readonly leave: Leave;
  /** The elements that are open. */
  readonly path: Open[];
  readonly edits: Edit[];
}

const tagOf = ({ xml }: Moving, { tag }: Pick<Open, "tag">): string => xml.slice(tag.start, tag.end);
const movedFormula = ({ all, sheet }: Moving, text: string): string => editedFormula(text, all, { home: sheet });
function write({ edits }: Moving, { text: before, ...span }: Formula, now: string): void {
  if (now !== before) edits.push({ ...span, text: escapeXml(now) });
}

/** The areas of a rule, whose formulas are written, too; undefined without any. */
function cellAreas(part: Moving, { name, sources }: Open, text: string, formulas: readonly Formula[] = []): string | undefined {
  const texts = formulas.map((one) => one.text);
  const moved = cellAreasAfter(text, texts, part.sheet, part.all, name === "conditionalFormatting");
  formulas.forEach((one, i) => write(part, one, moved.formulas[i]!));
  if (moved.isLeft) part.leave(OF_CELLS[name] ?? name, sources);
  return moved.text;
}

function endOfText(part: Moving, element: Open, span: Span, anchors: ReturnType<typeof createAnchors>): void {
  const { name, text } = element;
  const parent = part.path.at(-2);
  if (name === "sqref" && parent) {
    const areas = cellAreas(part, parent, text.trim(), parent.formulas.splice(0));
    if (areas === undefined) parent.isGone = true;
    else if (areas !== text.trim()) part.edits.push({ ...span, text: areas });
  } else if (FORMULAS.has(name)) {
    const rule = [...part.path].reverse().find((one) => RULES.has(one.name));
    if (rule) rule.formulas.push({ ...span, text });
    else write(part, { ...span, text }, movedFormula(part, text));
  } else anchors.line(name, parent?.name, text, span);
}

/** Writes the areas of a rule in its tag, after its formulas were read. */
function endOfRule(part: Moving, element: Open): void {
  const before = element.attributes["sqref"];
  const formulas = element.formulas.splice(0);
  if (before === undefined) {
    for (const one of formulas) write(part, one, movedFormula(part, one.text));
    return;
  }
  const areas = cellAreas(part, element, before, formulas);
  if (areas === undefined) element.isGone = true;
  else if (areas !== before) part.edits.push({ ...element.tag, text: withAttribute(tagOf(part, element), "sqref", areas) });
}

/** Removes a list that lost all of its elements, or corrects their number. */
function endOfList(part: Moving, element: Open): void {
  if (element.dropped === 0 || !LISTS.has(element.name)) return;
  if (element.dropped === element.children) element.isGone = true;
  else if (element.attributes["count"] !== undefined)
    part.edits.push({ ...element.tag, text: withAttribute(tagOf(part, element), "count", String(element.children - element.dropped)) });
}

function areasOf(part: Moving, element: Open, attribute: string, before: string): string | undefined {
  const { name } = element;
  const { path, sheet, own, leave } = part;
  if (name === "autoFilter" && path.at(-2)?.name === "worksheet") {
    const block = blockIn(before);
    const filter = block && filterAfter({ block, columns: [] }, sheet, own);
    return block ? filter && blockText(filter.block) : before;
  }
  if (name in OF_CELLS) {
    const areas = cellAreas(part, element, before);
    // Only lists can have several areas.
    if (attribute !== "ref" || !areas?.includes(" ")) return areas;
    leave(OF_CELLS[name]!, []);
  }
  return referencesAfter(before, sheet, OF_VIEW.test(name) ? editsOfLines(own) : own);
}

/** The tag with the areas of its element, which is removed without any. */
function withAreas(part: Moving, element: Open, tag: string): string {
  const { name, attributes: a } = element;
  let text = tag;
  for (const attribute of part.own.length > 0 && !RULES.has(name) ? (AREAS[name] ?? []) : []) {
    const before = a[attribute];
    if (before === undefined || (name === "location" && a["firstDataRow"] === undefined)) continue;
    const areas = areasOf(part, element, attribute, before);
    if (areas !== undefined) text = withAttribute(text, attribute, areas);
    else if (!STAYS.has(name)) element.isGone = true;
    else if (name === "selection") text = withoutAttribute(text, attribute);
  }
  return text;
}

/** The tag of an element with its areas, formulas and lines after the edits. */
function movedTag(part: Moving, element: Open): string {
  const { name, attributes: a } = element;
  const { path, sheet, own, all } = part;
  let tag = withAreas(part, element, tagOf(part, element));
  for (const attribute of [...(FORMULA_ATTRIBUTES[name] ?? []), ...(name === "cfvo" && a["type"] === "formula" ? ["val"] : [])]) {
    const before = a[attribute];
    if (before !== undefined) tag = withMoved(tag, attribute, before, movedFormula(part, before));
  }
  if (name === "worksheetSource" && a["sheet"] !== undefined) tag = sourceTag(tag, a, all);
  if (own.length === 0) return tag;
  const parent = path.at(-2);
  if (name === "filterColumn") {
    const column = filterColumnAfter(parent?.attributes["ref"], Number(a["colId"]), sheet, own, path.at(-3)?.name !== "worksheet");
    if (column === undefined) element.isGone = true;
    else tag = withAttribute(tag, "colId", String(column));
  }
  if (name === "brk") tag = withAttribute(tag, "id", String(nextLine(Number(a["id"] ?? 0), parent?.name === "colBreaks" ? "columns" : "rows", sheet, own)));
  return tag;
}

/** The elements of columns, collected while their list is read: their order may be another one then. */
function createMovedColumns({ sheet, own, edits }: Moving) {
  const columns: { readonly from: number; readonly text: string }[] = [];
  const isColumn = (element: Open, parent: Open | undefined): boolean => element.name === "col" && parent?.name === "cols" && own.length > 0;
  return {
    /** The text that an element's tag has from now on. */
    open: (element: Open, parent: Open | undefined, tag: string): string => {
      if (!isColumn(element, parent)) return tag;
      const { attributes: a } = element;
      for (const { from, to } of movedColumns(Number(a["min"]) - 1, Number(a["max"]) - 1, sheet, own)) {
        const moved = withAttribute(withAttribute(tag, "min", String(from + 1)), "max", String(to + 1));
        columns.push({ from, text: moved.replace(/\s*\/?>$/, "/>") });
      }
      return "";
    },
    close: (element: Open, parent: Open | undefined, start: number, end: number): void => {
      if (isColumn(element, parent) && end > element.tag.end) edits.push({ start, end, text: "" });
      if (element.name !== "cols" || own.length === 0) return;
      const texts = columns.sort((a, b) => a.from - b.from).map(({ text }) => text);
      if (texts.length > 0) edits.push({ start, end: start, text: texts.join("") });
      else element.isGone = true;
    },
  };
}

/**
 * Makes the positions and formulas of a part follow edits: areas, anchors of drawings, breaks of pages, formulas. What is about removed cells only, is removed. Cells of
 * sheets are left as they are.
 *
 * @param home the sheet that the part belongs to, as it was called before the edits; missing for charts, whose formulas name their sheets
 * @param leave called for what cells lose that moved without it
 */
export function movedPart(xml: string, where: string, home: string | undefined, all: Edits, leave: Leave = () => undefined): string {
  const part: Moving = { xml, sheet: home ?? "", all, own: home === undefined ? [] : editsOfCells(home, all), leave, path: [], edits: [] };
  const { path, edits } = part;
  const columns = createMovedColumns(part);
  const anchors = createAnchors(part.sheet, part.own, () => leave("pictures and shapes", []));
  const sourceOf = ruleSources();
  let [inData, isNewer] = [false, false];
  readXml(xml, where, {
    open: (full, attributes, start, end) => {
      const name = localName(full);
      if (name === "sheetData") inData = true;
      const own = { children: 0, dropped: 0, isGone: false, text: "", formulas: [], sources: [] };
      const element: Open = { name, tag: { start, end }, attributes, edits: edits.length, ...own };
      const parent = path.at(-1);
      path.push(element);
      if (inData) return;
      anchors.open(name, attributes);
      if (name === "conditionalFormatting") isNewer = full.includes(":");
      if (name === "cfRule") {
        const source = sourceOf(isNewer, attributes["priority"]);
        // What newer versions say about a bar is not a rule of its own.
        if (!isNewer || attributes["type"] !== "dataBar") parent?.sources.push(source);
      }
      const tag = columns.open(element, parent, movedTag(part, element));
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
      append(edits, anchors.close(name));
      if (!inData && element.tag.end <= start) endOfText(part, element, { start: element.tag.end, end: start }, anchors);
      path.pop();
      const parent = path.at(-1);
      if (parent) parent.children++;
      if (RULES.has(name)) endOfRule(part, element);
      columns.close(element, parent, start, end);
      endOfList(part, element);
      if (!element.isGone) return;
      edits.splice(element.edits);
      edits.push({ start: element.tag.start, end, text: "" });
      if (parent) parent.dropped++;
    },
  });
  return edits.length > 0 ? edited(xml, edits) : xml;
}

/** The column of a criterion in a filter's cells, after edits; undefined if it is gone. The cells of a table's filter are those of the table. */
function filterColumnAfter(ref: string | undefined, column: number, sheet: string, edits: Edits, isOfTable: boolean): number | undefined {
  const block = blockIn(ref ?? "");
  if (!block) return column;
  if (!isOfTable) return filterAfter({ block, columns: [{ column, criterion: { kind: "values", texts: [] } }] }, sheet, edits)?.columns[0]?.column;
  const now = movedBlock(block, sheet, edits);
  const at = movedCell({ row: block.row, column: block.column + column }, sheet, edits)?.column;
  return !now || at === undefined || at < now.column || at >= now.column + now.columns ? undefined : at - now.column;
}

const withMoved = (tag: string, attribute: string, before: string, now: string): string =>
  now === before ? tag : withAttribute(tag, attribute, escapeXml(now));

/** The source of a pivot table's data. */
function sourceTag(tag: string, a: Attributes, edits: Edits): string {
  const sheet = a["sheet"]!;
  const block = blockIn(a["ref"] ?? "");
  const moved = block && areaAfter({ ...block, sheet }, edits);
  const now = moved?.sheet ?? sheetAfter(sheet, edits);
  const named = now === undefined || now === sheet ? tag : withAttribute(tag, "sheet", escapeXml(now));
  return moved ? withMoved(named, "ref", a["ref"]!, blockText(moved)) : named;
}
