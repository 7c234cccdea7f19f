import { columnName } from "../cell-address";
import { mayBeInSheetsForm, sheetsForm } from "../formulas/called-in-sheets";
import { valueInSheetsForm } from "../formulas/sheets-form";
import { type CellValue, isError } from "../cell";
import { attributeOf } from "./edit-package";
import { type Attributes, isTrue } from "./read-xml";
import type { CellInText, ColumnStyle } from "./rows-in-text";
import { type Edit, escapeCellText, escapeXml, prefixOf, unescapeXml, withAttribute, withContent, withoutAttribute } from "./xml-edits";

/** A formula as a file stores it. */
export interface StoredFormula {
  /** Without its equals sign. */
  readonly text: string;
  /** The cells that it fills as an array formula, `B2:B9`. */
  readonly fills?: string;
  /** The number of the metadata that marks it as a dynamic array. */
  readonly mark?: number;
}

/** What a cell shows from now on. */
export interface NewValue {
  /** Zero-based. */
  readonly row: number;
  readonly column: number;
  /** null empties the cell: its formula no longer fills it. */
  readonly value: CellValue;
  /** The cells that its array formula fills from now on, `B2:B9`. Missing: as before. */
  readonly fills?: string;
  /** The value is a day. A cell in the General format gets one that shows it. */
  readonly isDate?: true;
  /** Where the value comes from, from now on: typed, from another cell's array, or from this formula. Missing: as before. */
  readonly content?: "typed" | "filled" | StoredFormula;
}

/** A cell's new value, and what else of it changes. */
export interface CellPatch extends Omit<NewValue, "value" | "isDate"> {
  /** undefined: as it is written now. */
  readonly value: CellValue | undefined;
  /** The number of its style, from the number of the one that it has. Missing: as before. */
  readonly style?: (before: number) => number;
}

/** A value's type attribute, and its element. */
function stored({ value, content }: CellPatch, p: string): { readonly type: string | undefined; readonly xml: string } {
  const v = (text: string): string => `<${p}v>${text}</${p}v>`;
  if (value === null || value === undefined) return { type: undefined, xml: "" };
  if (typeof value === "number") return { type: undefined, xml: v(String(value).replace("e", "E")) };
  if (typeof value === "boolean") return { type: "b", xml: v(value ? "1" : "0") };
  if (isError(value)) return { type: "e", xml: v(value.error) };
  const text = escapeCellText(value);
  return content === "typed" ? { type: "inlineStr", xml: `<${p}is><${p}t xml:space="preserve">${text}</${p}t></${p}is>` } : { type: "str", xml: v(text) };
}

export const isFormula = (content: CellPatch["content"]): content is StoredFormula => typeof content === "object";
const formulaXml = ({ content }: CellPatch, p: string): string =>
  isFormula(content) ? `<${p}f${content.fills === undefined ? "" : ` t="array" ref="${content.fills}"`}>${escapeXml(content.text)}</${p}f>` : "";

/** A cell's opening tag with the type, style and mark that it has from now on. */
function changedTag(open: string, { value, content, style }: CellPatch, type: string | undefined): string {
  let tag = open;
  if (value !== undefined) {
    // `vm` describes the old value.
    tag = withoutAttribute(tag, "vm");
    tag = type === undefined ? withoutAttribute(tag, "t") : withAttribute(tag, "t", type);
  }
  if (content !== undefined)
    tag = isFormula(content) && content.mark !== undefined ? withAttribute(tag, "cm", String(content.mark)) : withoutAttribute(tag, "cm");
  const old = attributeOf(tag, "s");
  const now = style?.(Number(old ?? 0));
  if (now === undefined || now === Number(old ?? 0)) return tag;
  return now === 0 ? withoutAttribute(tag, "s") : withAttribute(tag, "s", String(now));
}

/** The edit of a formula that has its value in it, as Google Sheets stores it; undefined for any other formula. A cell of an array without a value has none. */
function valueInFormula(xml: string, formula: NonNullable<CellInText["formula"]>, value: CellValue): Edit | undefined {
  const whole = xml.slice(formula.tag.start, formula.end);
  const written = mayBeInSheetsForm(whole) ? /^<[^>]*>([^<]*)<\/[^>]*>$/.exec(whole)?.[1] : undefined;
  const form = written === undefined ? undefined : sheetsForm(unescapeXml(written));
  if (written === undefined || !form) return undefined;
  if (value === null && form.formula === undefined) return { start: formula.tag.start, end: formula.end, text: "" };
  // Each character as it is written, which may be an entity.
  const characters = written.match(/&[^;]*;|[^]/g)!;
  const [begin, text, between, , end] = form.parts;
  const start = formula.tag.end + characters.slice(0, (begin + text + between).length).join("").length;
  const after = characters.slice(characters.length - end.length).join("").length;
  return { start, end: formula.tag.end + written.length - after, text: escapeCellText(valueInSheetsForm(value)).replaceAll("&quot;", '"') };
}

/** Edits that give a cell its new value. All other attributes and elements stay. */
export function cellEdits(xml: string, { tag, end, formula, values }: CellInText, change: CellPatch): Edit[] {
  const open = xml.slice(tag.start, tag.end);
  const p = prefixOf(open);
  const { type, xml: v } = stored(change, p);
  const newTag = changedTag(open, change, type);
  const { content, fills } = change;
  if (change.value === undefined) return newTag === open ? [] : [{ ...tag, text: newTag }];
  const f = formulaXml(change, p);
  if (open.endsWith("/>")) return [{ ...tag, text: f + v === "" ? newTag : withContent(newTag, f + v) }];
  const edits: Edit[] = newTag === open ? [] : [{ ...tag, text: newTag }];
  const own = content === undefined && formula && valueInFormula(xml, formula, change.value);
  if (own) edits.push(own);
  else if (content !== undefined) edits.push(formula ? { start: formula.tag.start, end: formula.end, text: f } : { start: tag.end, end: tag.end, text: f });
  else if (formula && fills !== undefined && formula.attributes["ref"] !== fills)
    edits.push({ ...formula.tag, text: withAttribute(xml.slice(formula.tag.start, formula.tag.end), "ref", fills) });
  const [first, ...others] = values;
  const place = formula ? formula.end : tag.end;
  edits.push(first ? { ...first, text: v } : { start: place, end: place, text: v });
  for (const other of others) edits.push({ ...other, text: "" });
  return edits.filter(({ start, end: to, text }) => xml.slice(start, to) !== text && start <= end);
}

/** A new cell with the style of its row, if it has one, or of its column; nothing for an empty cell without a style of its own. */
export const newCell = (p: string, change: CellPatch, styles: readonly ColumnStyle[], inRow?: Attributes): string => {
  const { row, column } = change;
  const { type, xml } = stored(change, p);
  const own = isTrue(inRow?.["customFormat"]) ? inRow?.["s"] : styles.find(({ from, to }) => column >= from && column <= to)?.style;
  const open = `<${p}c r="${columnName(column)}${row + 1}"${own === undefined || Number(own) === 0 ? "" : ` s="${own}"`}>`;
  const tag = changedTag(open, change, type);
  const inside = formulaXml(change, p) + xml;
  if (inside === "") return tag === open ? "" : `${tag.slice(0, -1)}/>`;
  return `${tag}${inside}</${p}c>`;
};
