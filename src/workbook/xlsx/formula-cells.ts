import { refOf } from "../cell-address";
import { shiftFormula } from "../formulas/shift-formula";
import { type Bounds, createBounds } from "./bounds";
import { type Attributes, elementsInText, type Span } from "./read-xml";
import { type Edit, escapeXml, prefixOf } from "./xml-edits";

/** A formula cell in a sheet's text, with the positions of its parts. */
export interface FormulaInText {
  readonly reference: string;
  readonly row: number;
  readonly column: number;
  readonly attributes: Attributes;
  /** The opening tag of the cell. */
  readonly tag: Span;
  /** The formula's element with its content. */
  readonly element: Span;
  readonly formulaAttributes: Attributes;
  /** As stored; for a shared formula, shifted to this cell. */
  readonly formula: string;
  /** True if the formula's text is in this cell. */
  readonly ownText: boolean;
  /** The value's element with its content, and the value. */
  readonly value?: Span & { readonly text: string };
}

type Loose<T> = { -readonly [K in keyof T]: T[K] };

/** A formula as its cell stores it: without a text if it shares that of another cell. */
export interface StoredText {
  readonly row: number;
  readonly column: number;
  /** The group of formulas that share one; undefined for others. */
  readonly group: string | undefined;
  readonly text: string;
}

/** The texts of formulas, in their order: a shared one is shifted to each cell. Throws a `FileRefusal` if they are too long together. */
export function expandedFormulas(formulas: readonly StoredText[], bounds: Pick<Bounds, "formula">): string[] {
  const firsts = new Map<string, StoredText>();
  for (const one of formulas) if (one.group !== undefined && one.text.trim() !== "") firsts.set(one.group, one);
  const firstOf = ({ group, text }: StoredText): StoredText | undefined => (group !== undefined && text.trim() === "" ? firsts.get(group) : undefined);
  for (const one of formulas) bounds.formula(firstOf(one)?.text ?? one.text);
  return formulas.map((one) => {
    const first = firstOf(one);
    return first ? shiftFormula(first.text, one.row - first.row, one.column - first.column) : one.text;
  });
}

/** Elements of cells, and of rules with formulas. */
const WANTED = /^(?:row|c|f|v|conditionalFormatting|dataValidation|formula[12]?|\w+:f|\w+:sqref)$/;

/** Every formula cell of a sheet's text, in order. Calls `other` for formulas outside cells, with element, text and the rule's range. */
export function formulaCells(xml: string, where: string, other?: (element: string, formula: string, range: string) => void): FormulaInText[] {
  const bounds = createBounds(where, xml.length);
  const cells: Loose<FormulaInText>[] = [];
  let [row, column, range] = [-1, -1, ""];
  let cell = { reference: "", row: 0, column: 0, attributes: {} as Attributes, tag: { start: 0, end: 0 } };
  let cellEnd = 0;
  let formula: Loose<FormulaInText> | undefined;
  /** Newer kinds of rules have their range after their formulas. */
  const waiting: { readonly element: string; readonly text: string }[] = [];
  for (const { name, attributes: a, tag, start, end, text } of elementsInText(xml, where, (one) => WANTED.test(one)))
    if (name === "row") {
      row = a["r"] === undefined ? row + 1 : bounds.row(a["r"]);
      column = -1;
    } else if (name === "c") {
      ({ row, column } = bounds.cell(a["r"] ?? refOf({ row, column: column + 1 })));
      cell = { reference: refOf({ row, column }), row, column, attributes: a, tag };
      cellEnd = end;
      formula = undefined;
    } else if (start < cellEnd) {
      if (name === "f") cells.push((formula = { ...cell, element: { start, end }, formulaAttributes: a, formula: text, ownText: text.trim() !== "" }));
      else if (name === "v" && formula) formula.value = { start, end, text };
    } else if (name.endsWith(":sqref")) for (const rule of waiting.splice(0)) other?.(rule.element, rule.text, text);
    else if (name.endsWith(":f")) waiting.push({ element: name, text });
    else if (name.startsWith("formula")) other?.(name, text, range);
    else range = a["sqref"] ?? range;
  const places = cells.map((one) => ({ ...one, group: one.formulaAttributes["t"] === "shared" ? one.formulaAttributes["si"] : undefined, text: one.formula }));
  for (const [i, formula] of expandedFormulas(places, bounds).entries()) cells[i]!.formula = formula;
  return cells;
}

/** Edits that write the full formula into each other cell of the shared formulas whose first cell is rewritten. */
export function writtenOut(xml: string, cells: readonly FormulaInText[], isRewritten: (cell: FormulaInText) => boolean): Edit[] {
  const isShared = ({ formulaAttributes }: FormulaInText): boolean => formulaAttributes["t"] === "shared";
  const headless = new Set(cells.filter((cell) => isShared(cell) && cell.ownText && isRewritten(cell)).map((cell) => cell.formulaAttributes["si"]));
  return cells.flatMap((cell) => {
    if (!isShared(cell) || cell.ownText || !headless.has(cell.formulaAttributes["si"]) || isRewritten(cell)) return [];
    const p = prefixOf(xml.slice(cell.element.start, cell.element.end));
    return [{ ...cell.element, text: `<${p}f>${escapeXml(cell.formula)}</${p}f>` }];
  });
}
