import { elementsInText, isTrue, type Span } from "./read-xml";
import { type Edit, prefixOf, withAttribute, withoutAttribute } from "./xml-edits";

/** Width of a column that has none, in characters of the standard font, with Excel's padding. */
const STANDARD = 9.140625;
const WIDEST = 255;

/** A `col` element: the columns that it is for, from 1. */
interface Col extends Span {
  readonly from: number;
  readonly to: number;
  readonly width: number | undefined;
  readonly hidden: boolean;
}

interface ColumnLook {
  readonly width?: number;
  readonly hidden?: true;
}

/** A `col` element in pieces: the tag as it is, changed for some of its columns. */
function pieces(
  xml: string,
  col: Col,
  changed: (column: number) => ColumnLook | undefined,
  write: (tag: string, look: ColumnLook) => string,
): string | undefined {
  const tag = xml.slice(col.start, col.end);
  const all: { from: number; to: number; look: ColumnLook | undefined }[] = [];
  for (let column = col.from; column <= col.to; column++) {
    const look = changed(column);
    const last = all.at(-1);
    if (last && last.look?.width === look?.width && last.look?.hidden === look?.hidden && (last.look === undefined) === (look === undefined)) last.to = column;
    else all.push({ from: column, to: column, look });
  }
  if (all.every(({ look }) => look === undefined)) return undefined;
  return all
    .map(({ from, to, look }) => {
      const own = withAttribute(withAttribute(tag, "min", String(from)), "max", String(to));
      return look === undefined ? own : write(own, look);
    })
    .join("");
}

/** The columns of a sheet part. */
export function columnWidths(xml: string, where: string) {
  const elements = elementsInText(xml, where, (name) => /^(?:sheetFormatPr|cols|col|sheetData)$/.test(name));
  const [format, list, data] = ["sheetFormatPr", "cols", "sheetData"].map((wanted) => elements.find(({ name }) => name === wanted));
  const { defaultColWidth, baseColWidth } = format?.attributes ?? {};
  const standard = Number(defaultColWidth ?? (baseColWidth === undefined ? STANDARD : Number(baseColWidth) + 1));
  const cols = elements.flatMap(({ name, attributes: a, tag }): Col[] => {
    if (name !== "col" || !list || tag.start > list.close) return [];
    const width = a["width"] === undefined ? undefined : Number(a["width"]);
    return [{ ...tag, from: Number(a["min"]), to: Number(a["max"]), width, hidden: isTrue(a["hidden"]) || width === 0 }];
  });

  /** Edits that change columns: those with a `col` element, and the others that `added` writes one for. */
  function changed(
    columns: readonly number[],
    of: (column: number, col: Col | undefined) => ColumnLook | undefined,
    write: (tag: string, look: ColumnLook) => string,
  ): Edit[] {
    const edits: Edit[] = [];
    for (const col of cols) {
      // Most columns of a `col` for all columns up to the last one need no change.
      const isAsked = columns.some((column) => column >= col.from && column <= col.to);
      const text = isAsked ? pieces(xml, col, (column) => of(column, col), write) : undefined;
      if (text !== undefined) edits.push({ start: col.start, end: col.end, text });
    }
    const p = data ? prefixOf(xml.slice(data.start)) : "";
    const added = [...columns]
      .sort((a, b) => a - b)
      .flatMap((column) => {
        const look = cols.some(({ from, to }) => column >= from && column <= to) ? undefined : of(column, undefined);
        if (look === undefined || (look.width === undefined && !look.hidden)) return [];
        return { column, text: write(`<${p}col min="${column}" max="${column}"/>`, look) };
      });
    if (added.length === 0) return edits;
    if (cols.length > 0 && list)
      for (const { column, text } of added) {
        const at = cols.find(({ from }) => from > column)?.start ?? list.close;
        edits.push({ start: at, end: at, text });
      }
    else {
      const text = `<${p}cols>${added.map((one) => one.text).join("")}</${p}cols>`;
      if (list) edits.push({ start: list.start, end: list.end, text });
      else if (data) edits.push({ start: data.start, end: data.start, text });
    }
    return edits;
  }

  const withWidth = (tag: string, width: number): string => withAttribute(withAttribute(tag, "width", String(width)), "customWidth", "1");

  return {
    /** Edits that make columns at least this wide, by zero-based column. Columns that are wider stay, and hidden ones stay hidden. */
    widened: (needed: ReadonlyMap<number, number>): Edit[] =>
      changed(
        [...needed.keys()].map((column) => column + 1),
        (column, col) => {
          const width = Math.min(WIDEST, needed.get(column - 1) ?? 0);
          return !col?.hidden && width > (col?.width ?? standard) ? { width } : undefined;
        },
        (tag, { width = standard }) => withWidth(tag, width),
      ),
    /** Edits that give columns this width and visibility; without a width, the standard one. */
    sized: (sizes: ReadonlyMap<number, ColumnLook>): Edit[] =>
      changed(
        [...sizes.keys()].map((column) => column + 1),
        (column) => sizes.get(column - 1),
        (tag, { width, hidden }) => {
          // A `col` must have a width.
          const sized = width === undefined ? withoutAttribute(withAttribute(tag, "width", String(standard)), "customWidth") : withWidth(tag, width);
          return hidden ? withAttribute(sized, "hidden", "1") : withoutAttribute(sized, "hidden");
        },
      ),
  };
}
