import { append, largest } from "../../contract/lists";
import { refOf } from "../cell-address";
import { blockIn, cellIn } from "../cell-reference";
import { shownLiteral } from "../plain-section";
import { valueText } from "../value-text";
import { columnWidths } from "./column-widths";
import { attributeOf, withContents } from "./edit-package";
import { markedFormat, piecesOf, sectionsOf, showsDay } from "./number-formats";
import { sheetParts, partText } from "./package-parts";
import { elementsInText } from "./read-xml";
import { stylesOf, type StylesPart, withStyles } from "./styles-part";
import type { Parts } from "./unpack";
import { type Edit, edited, openingTag, withAttribute, withContent, withoutAttribute } from "./xml-edits";

/** A style whose format also shows the word. */
interface Marked {
  readonly style: number;
  readonly format: string;
  /** Width of its digits, as a multiple of the standard font's. */
  readonly scale: number;
}

/** Bold digits are wider. */
const BOLD = 1.1;

/** Size and weight of a font as it is written. */
function fontOf(xml: string | undefined): { readonly size: number | undefined; readonly isBold: boolean } {
  const tag = (name: string): string | undefined => new RegExp(`<(?:\\w+:)?${name}(?=[\\s/>])[^<>]*>`).exec(xml ?? "")?.[0];
  const [size, bold] = [tag("sz"), tag("b")];
  return {
    size: size === undefined ? undefined : Number(attributeOf(size, "val")),
    isBold: bold !== undefined && !/\sval\s*=\s*["'](?:0|false)["']/.test(bold),
  };
}

/** The format of a date in the order of the user's system. */
const DATE = 14;

const withFormat = (tag: string, id: number): string => withAttribute(withAttribute(tag, "numFmtId", String(id)), "applyNumberFormat", "1");

/** A style like this one that shows a date; undefined if this one has a format of its own. */
export function datedStyle(styles: StylesPart, style: number): number | undefined {
  const like = styles.item("cellXfs", style);
  const tag = openingTag(like ?? "");
  if (like === undefined || tag === undefined || Number(attributeOf(tag, "numFmtId") ?? 0) !== 0) return undefined;
  return styles.add("cellXfs", withFormat(tag, DATE) + like.slice(tag.length));
}

/** Makes styles like others that also show a word; undefined if that cannot be made. */
function createMarkedStyles(styles: StylesPart, word: string): (style: number, isText: boolean) => Marked | undefined {
  const known = new Map<string, Marked | undefined>();
  const p = styles.prefix;

  function scaleOf(font: number): number {
    const [own, standard] = [fontOf(styles.item("fonts", font)), fontOf(styles.item("fonts", 0))];
    const sizes = (own.size ?? 1) / (own.size === undefined ? 1 : (standard.size ?? own.size));
    return Math.max(1, sizes) * (own.isBold ? BOLD : 1);
  }
  function made(style: number, isText: boolean): Marked | undefined {
    const like = styles.item("cellXfs", style);
    const tag = openingTag(like ?? "");
    const format = tag === undefined ? undefined : styles.format(Number(attributeOf(tag, "numFmtId") ?? 0));
    // A format of another language is known by its number only.
    if (like === undefined || tag === undefined || format === undefined) return undefined;
    const code = markedFormat(format, isText, word);
    const open = withFormat(tag, styles.formatNumber(code));
    const content = like.slice(tag.length);
    return {
      style: styles.add("cellXfs", isText ? open + content : shrunk(open, content)),
      format: code,
      scale: scaleOf(Number(attributeOf(tag, "fontId") ?? 0)),
    };
  }
  /** A number that does not fit its column would show as #####. */
  function shrunk(open: string, content: string): string {
    const tag = withAttribute(open, "applyAlignment", "1");
    if (tag.endsWith("/>")) return withContent(tag, `<${p}alignment shrinkToFit="1"/>`);
    const alignment = /<(?:\w+:)?alignment\b[^<>]*>/.exec(content)?.[0];
    if (alignment === undefined) return `${tag}<${p}alignment shrinkToFit="1"/>${content}`;
    return tag + content.replace(alignment, () => withoutAttribute(withAttribute(alignment, "shrinkToFit", "1"), "wrapText"));
  }
  return (style, isText) => {
    const key = `${style} ${isText}`;
    if (!known.has(key)) known.set(key, made(style, isText));
    return known.get(key);
  };
}

/** Excel shows no more digits of a number without a format. */
const GENERAL = 11;
/** The longest name of a month or a day. */
const LONGEST_NAME = 9;

/** Characters that a placeholder of a date or time needs, such as `mmm`. */
const dateLength = (run: string): number => (run.length > 3 ? (/^y/i.test(run) ? 4 : LONGEST_NAME) : Math.max(2, run.length));

/** Literals, fills, colours and hours of a section. */
const literalLength = (piece: string): number => shownLiteral(piece)?.length ?? (/^\[[hms]+\]$/i.test(piece) ? LONGEST_NAME : 0);

function sectionLength(section: string, value: number): number {
  let literal = 0;
  let pattern = "";
  for (const piece of piecesOf(section)) {
    if (piece.length > 1) literal += literalLength(piece);
    else pattern += piece;
  }
  if (/general/i.test(pattern)) return literal + pattern.length - "General".length + Math.min(GENERAL, valueText(value).length);
  if (showsDay(section) || /[hs]/i.test(pattern)) {
    const runs = pattern.replace(/AM\/PM/i, "hh").match(/([ymdhs])\1*|./gi) ?? [];
    return literal + runs.reduce((sum, run) => sum + (/^[ymdhs]/i.test(run) ? dateLength(run) : run.length), 0);
  }
  const [whole = "", rest = ""] = pattern.split(/\.(.*)/s);
  const percent = pattern.split("%").length - 1;
  const thousands = /,+(?=[^#0?,]*$)/.exec(whole)?.[0].length ?? 0;
  const shown = Math.min(Number.MAX_VALUE, Math.abs(value) * 100 ** percent) * 1000 ** -thousands;
  const places = whole.match(/[0?]/g)?.length ?? 0;
  const digits = /e[+-]/i.test(pattern) ? 1 : Math.max(places, BigInt(Math.trunc(shown + 0.5)).toString().length);
  const separators = /[#0?],+[#0?]/.test(whole) ? Math.floor((digits - 1) / 3) : 0;
  const others = whole.replace(/[#0?,]/g, "").length + (pattern.includes(".") ? 1 + rest.length : 0);
  return literal + digits + separators + others;
}

/** Number of characters of a number in this format, in en-US form, or a few more: the longest of the format's sections counts. */
export function numberLength(format: string, value: number): number {
  const sections = sectionsOf(format).slice(0, 3);
  const minus = value < 0 && sections.length === 1 ? 1 : 0;
  return (
    minus +
    largest(
      sections.map((section) => sectionLength(section, value)),
      0,
    )
  );
}

/** The part of a column's width beside its text, in characters. */
const PADDING = 1;
/** Width in characters of a number that a style shows. */
function widthOf(value: number, { format, scale }: Marked): number {
  return Math.ceil(numberLength(format, value) * scale) + PADDING;
}

/**
 * Makes cells show a word beside their values, as part of their number format: `4.25 (sample)`. Values, formulas and everything else stay. Errors, truth values
 * and empty cells show no word. Columns become wide enough for the numbers with their word; texts continue into the next cell.
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
  const { parts: styled, part, styles } = stylesOf(parts, workbook);
  const markedStyle = createMarkedStyles(styles, word);
  const changed = new Map<string, string>();
  let marked = 0;
  for (const { name, part: sheet } of sheetParts(styled, workbook)) {
    const wanted = new Set((cells.get(name) ?? []).map(refOf));
    if (wanted.size === 0) continue;
    const xml = partText(styled, sheet);
    const edits: Edit[] = [];
    /** Widths of the numbers by cell. Those in merged cells have the width of all of them. */
    const widths = new Map<string, { readonly column: number; readonly width: number }>();
    let number: { readonly at: string; readonly marked: Marked } | undefined;
    let [row, column] = [-1, -1];
    for (const { name: element, attributes: a, tag, text } of elementsInText(xml, sheet, (one) => /^(?:row|c|v|mergeCell)$/.test(one))) {
      if (element === "mergeCell") {
        const block = blockIn(a["ref"] ?? "");
        if (block && block.columns > 1) widths.delete(refOf(block));
      } else if (element === "row") {
        row = a["r"] === undefined ? row + 1 : Number(a["r"]) - 1;
        column = -1;
      } else if (element === "v" && number) {
        const shown = Number(text);
        if (Number.isFinite(shown)) widths.set(number.at, { column, width: widthOf(shown, number.marked) });
      }
      if (element !== "c") continue;
      column = a["r"] === undefined ? column + 1 : (cellIn(a["r"])?.column ?? column + 1);
      number = undefined;
      const at = refOf({ row, column });
      const type = a["t"] ?? "n";
      if (!wanted.has(at) || type === "b" || type === "e") continue;
      const isText = /^(?:s|str|inlineStr)$/.test(type);
      const style = markedStyle(Number(a["s"] ?? 0), isText);
      if (style === undefined) continue;
      marked++;
      if (!isText) number = { at, marked: style };
      edits.push({ ...tag, text: withAttribute(xml.slice(tag.start, tag.end), "s", String(style.style)) });
    }
    const needed = new Map<number, number>();
    for (const { column: of, width } of widths.values()) needed.set(of, Math.max(needed.get(of) ?? 0, width));
    if (needed.size > 0) append(edits, columnWidths(xml, sheet).widened(needed));
    if (edits.length > 0) changed.set(sheet, edited(xml, edits));
  }
  if (marked === 0) return { parts, marked };
  return { parts: withContents(withStyles(styled, part, styles), changed), marked };
}
