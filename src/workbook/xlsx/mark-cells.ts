import { largest } from "../../contract/lists";
import { cellIn } from "../cell-reference";
import { columnName } from "../cell-address";
import { mainNamespace, withContents, withPart } from "./edit-package";
import { markedFormat } from "./marked-format";
import { BUILT_IN_FORMATS } from "./number-formats";
import { partNamed, relationshipsOf } from "./package-parts";
import { readXml, xmlText } from "./read-xml";
import { sheetParts } from "./sheet-parts";
import type { Parts } from "./unpack";
import { edited, prefixOf, withAttribute, withoutAttribute, type Edit, type Span } from "./xml-edits";
import { escapeXml } from "./xml-text";

/** Styles of a file without a styles part. */
const stylesXml = (namespace: string): string =>
  `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n<styleSheet xmlns="${namespace}"><fonts count="1"><font><sz val="11"/><name val="Calibri"/></font></fonts>` +
  `<fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border/></borders>` +
  `<cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="1"><xf xfId="0"/></cellXfs></styleSheet>`;

/** True if a styles part has no styles. */
function isEmpty(xml: string, where: string): boolean {
  let elements = 0;
  readXml(xml, where, { open: () => void elements++ });
  return elements === 1;
}

/** Own formats have higher numbers. */
const LAST_BUILT_IN = 163;

interface Styles {
  /** The number of a style like this one whose format also shows the word; undefined if that cannot be made. */
  marked(style: number, isText: boolean): number | undefined;
  xml(): string;
}

/** Adds styles to a styles part. Its other styles and their numbers stay. */
function createStyles(xml: string, where: string, word: string): Styles {
  const formats = new Map<number, string>(Object.entries(BUILT_IN_FORMATS).map(([id, format]) => [Number(id), format]));
  const xfs: (Span & { readonly tag: Span; readonly format: number })[] = [];
  const path: string[] = [];
  let root: Span = { start: 0, end: 0 };
  let lists: Readonly<Record<string, Span>> = {};
  let ends: Readonly<Record<string, number>> = {};
  let xf: { readonly tag: Span; readonly format: number } | undefined;
  readXml(xml, where, {
    open: (name, a, start, end) => {
      path.push(name);
      if (path.length === 1) root = { start, end };
      else if (path.length === 2) lists = { ...lists, [name]: { start, end } };
      else if (path[1] === "numFmts" && name === "numFmt") formats.set(Number(a["numFmtId"]), a["formatCode"] ?? "");
      else if (path[1] === "cellXfs" && path.length === 3 && name === "xf") xf = { tag: { start, end }, format: Number(a["numFmtId"] ?? 0) };
    },
    close: (name, start, end) => {
      path.pop();
      if (path.length === 1) ends = { ...ends, [name]: start };
      else if (xf && path.length === 2 && path[1] === "cellXfs") {
        xfs.push({ ...xf, start: xf.tag.start, end });
        xf = undefined;
      }
    },
  });
  const p = prefixOf(xml.slice(root.start, root.end));
  const newFormats = new Map<string, number>();
  const newXfs: string[] = [];
  const known = new Map<string, number | undefined>();
  let lastFormat = largest(formats.keys(), LAST_BUILT_IN);

  function made(style: number, isText: boolean): number | undefined {
    const like = xfs[style];
    const format = like?.format === 0 ? "" : formats.get(like?.format ?? -1);
    // A format of another language is known by its number only.
    if (!like || format === undefined) return undefined;
    const code = markedFormat(format, isText, word);
    let id = newFormats.get(code);
    if (id === undefined) newFormats.set(code, (id = ++lastFormat));
    const open = withAttribute(withAttribute(xml.slice(like.tag.start, like.tag.end), "numFmtId", String(id)), "applyNumberFormat", "1");
    const content = xml.slice(like.tag.end, like.end);
    newXfs.push(isText ? open + content : shrunk(open, content));
    return xfs.length + newXfs.length - 1;
  }
  /** A number that does not fit its column would show as #####. */
  function shrunk(open: string, content: string): string {
    const tag = withAttribute(open, "applyAlignment", "1");
    if (tag.endsWith("/>")) return `${tag.replace(/\s*\/>$/, ">")}<${p}alignment shrinkToFit="1"/></${p}xf>`;
    const alignment = /<(?:\w+:)?alignment\b[^<>]*>/.exec(content)?.[0];
    if (alignment === undefined) return `${tag}<${p}alignment shrinkToFit="1"/>${content}`;
    return tag + content.replace(alignment, () => withoutAttribute(withAttribute(alignment, "shrinkToFit", "1"), "wrapText"));
  }
  return {
    marked: (style, isText) => {
      const key = `${style} ${isText}`;
      if (!known.has(key)) known.set(key, made(style, isText));
      return known.get(key);
    },
    xml: () => {
      const edits: Edit[] = [];
      const longer = (list: string, before: number, items: readonly string[]): void => {
        const tag = lists[list];
        if (!tag || items.length === 0) return;
        const open = withAttribute(xml.slice(tag.start, tag.end), "count", String(before + items.length));
        if (open.endsWith("/>")) edits.push({ ...tag, text: `${open.replace(/\s*\/>$/, ">")}${items.join("")}</${p}${list}>` });
        else edits.push({ ...tag, text: open }, { start: ends[list]!, end: ends[list]!, text: items.join("") });
      };
      const numbers = [...newFormats].map(([code, id]) => `<${p}numFmt numFmtId="${id}" formatCode="${escapeXml(code)}"/>`);
      const own = lists["numFmts"] ? [...xml.slice(lists["numFmts"].end, ends["numFmts"]).matchAll(/<(?:\w+:)?numFmt\s/g)].length : 0;
      if (lists["numFmts"]) longer("numFmts", own, numbers);
      else if (numbers.length > 0)
        edits.push({ start: root.end, end: root.end, text: `<${p}numFmts count="${numbers.length}">${numbers.join("")}</${p}numFmts>` });
      longer("cellXfs", xfs.length, newXfs);
      return edited(xml, edits);
    },
  };
}

/**
 * Makes cells show a word beside their values, as part of their number format: `4.25 (sample)`. Values, formulas and everything else stay. Errors, truth values
 * and empty cells show no word.
 *
 * @param cells zero-based places by sheet name
 * @returns the parts, and the number of cells that show the word now
 */
export function markCells(
  parts: Parts,
  workbook: string,
  cells: ReadonlyMap<string, readonly { readonly row: number; readonly column: number }[]>,
  word: string,
): { readonly parts: Parts; readonly marked: number } {
  if (cells.size === 0) return { parts, marked: 0 };
  const contentType = "application/vnd.openxmlformats-officedocument.spreadsheetml.styles+xml";
  const target = (of: Parts): string | undefined => relationshipsOf(of, workbook).find(({ type, target: t }) => type === "styles" && partNamed(of, t))?.target;
  const styled =
    target(parts) === undefined
      ? withPart(parts, workbook, { name: "styles.xml", xml: stylesXml(mainNamespace(parts, workbook)), contentType, type: "styles" }).parts
      : parts;
  const part = target(styled)!;
  const own = xmlText(partNamed(styled, part)!);
  const styles = createStyles(isEmpty(own, part) ? stylesXml(mainNamespace(parts, workbook)) : own, part, word);
  const changed = new Map<string, string>();
  let marked = 0;
  for (const { name, part: sheet } of sheetParts(styled, workbook)) {
    const wanted = new Set((cells.get(name) ?? []).map(({ row, column }) => `${columnName(column)}${row + 1}`));
    if (wanted.size === 0) continue;
    const xml = xmlText(partNamed(styled, sheet)!);
    const edits: Edit[] = [];
    let row = -1;
    let column = -1;
    readXml(xml, sheet, {
      open: (element, a, start, end) => {
        if (element === "row") {
          row = a["r"] === undefined ? row + 1 : Number(a["r"]) - 1;
          column = -1;
        }
        if (element !== "c") return;
        column = a["r"] === undefined ? column + 1 : (cellIn(a["r"])?.column ?? column + 1);
        if (!wanted.has(`${columnName(column)}${row + 1}`)) return;
        const type = a["t"] ?? "n";
        if (type === "b" || type === "e") return;
        const style = styles.marked(Number(a["s"] ?? 0), /^(?:s|str|inlineStr)$/.test(type));
        if (style === undefined) return;
        marked++;
        edits.push({ start, end, text: withAttribute(xml.slice(start, end), "s", String(style)) });
      },
    });
    if (edits.length > 0) changed.set(sheet, edited(xml, edits));
  }
  if (marked === 0) return { parts, marked };
  return { parts: withContents(styled, changed.set(part, styles.xml())), marked };
}
