import { append } from "../../../contract/lists";
import { blockText } from "../../cell-address";
import { blockIn } from "../../cell-reference";
import { editedFormula } from "../../edited-formula";
import type { BookEdit } from "../../moved-areas";
import { areaAfter, editsOfCells, editsOfLines, movedBlock, movedCell, movedColumns, nextLine, sheetAfter } from "../../moved-places";
import { filterAfter } from "../../sheet-filter";
import { ruleSources } from "../formats/format-reader";
import { readXml, localName, type Attributes } from "../read-xml";
import { edited, withAttribute, withoutAttribute, escapeXml, type Edit, type Span } from "../xml-edits";
import { createAnchors } from "./anchors";
import { AREAS, FORMULA_ATTRIBUTES, FORMULAS, LISTS, OF_CELLS, OF_VIEW, RULES, STAYS } from "./placed-elements";
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

/**
 * Makes the positions and formulas of a part follow edits: areas, anchors of drawings, breaks of pages, formulas. What is about removed cells only, is removed. Cells of
 * sheets are left as they are.
 *
 * @param home the sheet that the part belongs to, as it was called before the edits; missing for charts, whose formulas name their sheets
 * @param leave called for what cells lose that moved without it
 */
export function movedPart(xml: string, where: string, home: string | undefined, all: Edits, leave: Leave = () => undefined): string {
  const edits: Edit[] = [];
  const sheet = home ?? "";
  const own = home === undefined ? [] : editsOfCells(home, all);
  const ofLines = editsOfLines(own);
  const columns: { readonly from: number; readonly text: string }[] = [];
  const path: Open[] = [];
  let [inData, isNewer] = [false, false];
  const sourceOf = ruleSources();
  const anchors = createAnchors(sheet, own, () => leave("pictures and shapes", []));

  const movedFormula = (text: string): string => editedFormula(text, all, { home: sheet });
  const write = (span: Span, before: string, now: string): void => {
    if (now !== before) edits.push({ ...span, text: escapeXml(now) });
  };
  /** The areas of a rule, whose formulas are written, too; undefined without any. */
  const cellAreas = ({ name, sources }: Open, text: string, formulas: readonly Formula[] = []): string | undefined => {
    const moved = cellAreasAfter(
      text,
      formulas.map((one) => one.text),
      sheet,
      all,
      name === "conditionalFormatting",
    );
    formulas.forEach((one, i) => write(one, one.text, moved.formulas[i]!));
    if (moved.isLeft) leave(OF_CELLS[name] ?? name, sources);
    return moved.text;
  };
  const endOfText = (element: Open, span: Span): void => {
    const { name, text } = element;
    const parent = path.at(-2);
    if (name === "sqref" && parent) {
      const areas = cellAreas(parent, text.trim(), parent.formulas.splice(0));
      if (areas === undefined) parent.isGone = true;
      else if (areas !== text.trim()) edits.push({ ...span, text: areas });
    } else if (FORMULAS.has(name)) {
      const rule = [...path].reverse().find((one) => RULES.has(one.name));
      if (rule) rule.formulas.push({ ...span, text });
      else write(span, text, movedFormula(text));
    } else anchors.line(name, parent?.name, text, span);
  };
  /** Writes the areas of a rule in its tag, after its formulas were read. */
  const endOfRule = (element: Open): void => {
    const before = element.attributes["sqref"];
    const formulas = element.formulas.splice(0);
    if (before === undefined) for (const one of formulas) write(one, one.text, movedFormula(one.text));
    else {
      const areas = cellAreas(element, before, formulas);
      if (areas === undefined) element.isGone = true;
      else if (areas !== before) edits.push({ ...element.tag, text: withAttribute(xml.slice(element.tag.start, element.tag.end), "sqref", areas) });
    }
  };
  const areasOf = (element: Open, attribute: string, before: string): string | undefined => {
    const { name } = element;
    if (name === "autoFilter" && path.at(-2)?.name === "worksheet") {
      const block = blockIn(before);
      const filter = block && filterAfter({ block, columns: [] }, sheet, own);
      return block ? filter && blockText(filter.block) : before;
    }
    if (name in OF_CELLS) {
      const areas = cellAreas(element, before);
      // Only lists can have several areas.
      if (attribute !== "ref" || !areas?.includes(" ")) return areas;
      leave(OF_CELLS[name]!, []);
    }
    return referencesAfter(before, sheet, OF_VIEW.test(name) ? ofLines : own);
  };
  /** Writes the areas of an element, and removes it without any. */
  const withAreas = (element: Open, tag: string): string => {
    const { name, attributes: a } = element;
    let text = tag;
    for (const attribute of own.length > 0 && !RULES.has(name) ? (AREAS[name] ?? []) : []) {
      const before = a[attribute];
      if (before === undefined || (name === "location" && a["firstDataRow"] === undefined)) continue;
      const areas = areasOf(element, attribute, before);
      if (areas !== undefined) text = withAttribute(text, attribute, areas);
      else if (!STAYS.has(name)) element.isGone = true;
      else if (name === "selection") text = withoutAttribute(text, attribute);
    }
    return text;
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
        formulas: [],
        sources: [],
      };
      path.push(element);
      if (inData) return;
      anchors.open(name, a);
      if (name === "conditionalFormatting") isNewer = full.includes(":");
      if (name === "cfRule") {
        const source = sourceOf(isNewer, a["priority"]);
        // What newer versions say about a bar is not a rule of its own.
        if (!isNewer || a["type"] !== "dataBar") path.at(-2)?.sources.push(source);
      }
      let tag = withAreas(element, xml.slice(start, end));
      for (const attribute of FORMULA_ATTRIBUTES[name] ?? []) {
        const before = a[attribute];
        if (before !== undefined) tag = withMoved(tag, attribute, before, movedFormula(before));
      }
      if (name === "cfvo" && a["type"] === "formula" && a["val"] !== undefined) tag = withMoved(tag, "val", a["val"], movedFormula(a["val"]));
      if (name === "worksheetSource" && a["sheet"] !== undefined) tag = sourceTag(tag, a, all);
      const parent = path.at(-2)?.name;
      if (name === "filterColumn" && own.length > 0) {
        const column = filterColumnAfter(path.at(-2)?.attributes["ref"], Number(a["colId"]), sheet, own, path.at(-3)?.name !== "worksheet");
        if (column === undefined) element.isGone = true;
        else tag = withAttribute(tag, "colId", String(column));
      }
      if (name === "brk" && own.length > 0)
        tag = withAttribute(tag, "id", String(nextLine(Number(a["id"] ?? 0), parent === "colBreaks" ? "columns" : "rows", sheet, own)));
      if (name === "col" && parent === "cols" && own.length > 0) {
        for (const { from, to } of movedColumns(Number(a["min"]) - 1, Number(a["max"]) - 1, sheet, own)) {
          const moved = withAttribute(withAttribute(tag, "min", String(from + 1)), "max", String(to + 1));
          columns.push({ from, text: moved.replace(/\s*\/?>$/, "/>") });
        }
        tag = "";
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
      append(edits, anchors.close(name));
      if (!inData && element.tag.end <= start) endOfText(element, { start: element.tag.end, end: start });
      path.pop();
      const parent = path.at(-1);
      if (parent) parent.children++;
      if (RULES.has(name)) endOfRule(element);
      if (name === "col" && parent?.name === "cols" && own.length > 0 && end > element.tag.end) edits.push({ start, end, text: "" });
      if (name === "cols" && own.length > 0) {
        const texts = columns.sort((a, b) => a.from - b.from).map(({ text }) => text);
        if (texts.length > 0) edits.push({ start, end: start, text: texts.join("") });
        else element.isGone = true;
      }
      if (LISTS.has(name) && element.dropped > 0) {
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
