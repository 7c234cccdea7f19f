import { columnName } from "../../cell-address";
import { cellIn } from "../../cell-reference";
import { lineAfter, movedCell, type LineEdit } from "../../line-edits";
import { movedFormula, type SheetFates } from "../../moved-formula";
import { formulaCells, type FormulaInText } from "../formula-cells";
import { readXml } from "../read-xml";
import { edited, openingTag, prefixOf, withAttribute, withoutAttribute, type Edit } from "../xml-edits";
import { escapeXml } from "../xml-text";
import { movedAreas } from "./moved-part";

/** The formula element of a cell after edits of sheets. Shared formulas that no longer follow from their first cell are written out. */
function movedFormulas(xml: string, where: string, home: string, fates: SheetFates): ReadonlyMap<number, Edit> {
  const own = fates.get(home.toLowerCase())?.edits ?? [];
  const cells = formulaCells(xml, where);
  const now = new Map(cells.map((cell) => [cell, movedFormula(cell.formula, home, fates)]));
  const groupOf = ({ formulaAttributes: a }: FormulaInText): string | undefined => (a["t"] === "shared" ? a["si"] : undefined);
  const broken = new Set(cells.flatMap((cell) => (groupOf(cell) !== undefined && (own.length > 0 || now.get(cell) !== cell.formula) ? [groupOf(cell)] : [])));
  const edits = new Map<number, Edit>();
  for (const cell of cells) {
    const { element } = cell;
    const text = now.get(cell)!;
    const open = openingTag(xml.slice(element.start, element.end))!;
    const p = prefixOf(open);
    if (groupOf(cell) !== undefined) {
      if (broken.has(groupOf(cell))) edits.set(element.start, { ...element, text: `<${p}f>${escapeXml(text)}</${p}f>` });
      continue;
    }
    let tag = open;
    for (const name of own.length > 0 ? ["ref", "r1", "r2"] : []) {
      const before = cell.formulaAttributes[name];
      const moved = before === undefined ? undefined : movedAreas(before, own);
      if (moved !== undefined) tag = withAttribute(tag, name, moved.replace(/^(\w+):\1$/, "$1"));
    }
    if (tag === open && text === cell.formula) continue;
    const inner = text === cell.formula ? xml.slice(element.start + open.length, element.end).replace(/<\/[^<>]*>$/, "") : escapeXml(text);
    edits.set(element.start, { ...element, text: tag.endsWith("/>") ? tag : `${tag}${inner}</${p}f>` });
  }
  return edits;
}

/** The rows and cells of a sheet in the order of their addresses, after some of them were moved. */
function inOrder(xml: string, where: string, along: LineEdit["along"]): string {
  const groups: { place: number; start: number; end: number }[][] = [];
  let depth = 0;
  const element = along === "rows" ? "row" : "c";
  readXml(xml, where, {
    open: (name, a, start) => {
      if (name === (along === "rows" ? "sheetData" : "row")) groups.push([]);
      if (name === element && depth++ === 0) {
        const place = along === "rows" ? Number(a["r"]) : (cellIn(a["r"] ?? "")?.column ?? 0);
        groups.at(-1)!.push({ place, start, end: start });
      }
    },
    close: (name, _, end) => {
      if (name === element && --depth === 0) groups.at(-1)!.at(-1)!.end = end;
    },
  });
  return edited(
    xml,
    groups.flatMap((group) => {
      const sorted = [...group].sort((a, b) => a.place - b.place);
      return group.flatMap(({ start, end }, i) => (sorted[i] === group[i] ? [] : [{ start, end, text: xml.slice(sorted[i]!.start, sorted[i]!.end) }]));
    }),
  );
}

/** The cells of a sheet's text after edits of sheets: rows and cells at their new places, without the removed ones, and formulas that follow. */
export function movedCells(xml: string, where: string, home: string, fates: SheetFates): string {
  const own = fates.get(home.toLowerCase())?.edits ?? [];
  const formulas = movedFormulas(xml, where, home, fates);
  if (own.length === 0) return formulas.size > 0 ? edited(xml, [...formulas.values()]) : xml;
  const edits: Edit[] = [];
  let [row, column] = [-1, -1];
  let gone: { readonly name: string; readonly start: number } | undefined;
  let isInData = false;
  readXml(xml, where, {
    open: (name, a, start, end) => {
      if (name === "sheetData") isInData = true;
      if (!isInData || gone) return;
      if (name === "row") {
        row = a["r"] === undefined ? row + 1 : Number(a["r"]) - 1;
        column = -1;
        const now = lineAfter(row, "rows", own);
        if (now === undefined) gone = { name, start };
        else edits.push({ start, end, text: withAttribute(withoutAttribute(xml.slice(start, end), "spans"), "r", String(now + 1)) });
      } else if (name === "c") {
        const at = cellIn(a["r"] ?? "") ?? { row, column: column + 1 };
        column = at.column;
        const now = movedCell(at, own);
        if (now) edits.push({ start, end, text: withAttribute(xml.slice(start, end), "r", `${columnName(now.column)}${now.row + 1}`) });
        else gone = { name, start };
      } else if (name === "f") {
        const formula = formulas.get(start);
        if (formula) edits.push(formula);
      }
    },
    close: (name, _, end) => {
      if (name === "sheetData") isInData = false;
      if (gone?.name !== name) return;
      edits.push({ start: gone.start, end, text: "" });
      gone = undefined;
    },
  });
  const text = edited(xml, edits);
  return own.reduce((all, { kind, along }) => (kind === "move" ? inOrder(all, where, along) : all), text);
}
