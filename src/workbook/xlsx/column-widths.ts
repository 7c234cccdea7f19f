import type { Attributes } from "./read-xml";
import { prefixOf, withAttribute, type Edit, type Span } from "./xml-edits";

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

/** The columns of a sheet part, collected while the part is parsed. */
interface ColumnWidths {
  open(element: string, attributes: Attributes, start: number, end: number): void;
  close(element: string, start: number): void;
  /** Edits that make columns at least this wide, by zero-based column. Columns that are wider stay, and hidden ones stay hidden. */
  widened(needed: ReadonlyMap<number, number>): Edit[];
}

export function createColumnWidths(xml: string): ColumnWidths {
  const cols: Col[] = [];
  let standard = STANDARD;
  let list: Span | undefined;
  let listEnd: number | undefined;
  let data: Span | undefined;

  /** A `col` element of a part of its columns: the tag as it is, wider where `width` says so. */
  function pieces(col: Col, widthOf: (column: number) => number | undefined): string | undefined {
    const tag = xml.slice(col.start, col.end);
    const all: { from: number; to: number; width: number | undefined }[] = [];
    for (let column = col.from; column <= col.to; column++) {
      const width = widthOf(column);
      const last = all.at(-1);
      if (last && last.width === width) last.to = column;
      else all.push({ from: column, to: column, width });
    }
    if (all.every(({ width }) => width === undefined)) return undefined;
    return all
      .map(({ from, to, width }) => {
        const own = withAttribute(withAttribute(tag, "min", String(from)), "max", String(to));
        return width === undefined ? own : withAttribute(withAttribute(own, "width", String(width)), "customWidth", "1");
      })
      .join("");
  }

  return {
    open: (element, a, start, end) => {
      if (element === "sheetFormatPr") standard = Number(a["defaultColWidth"] ?? (a["baseColWidth"] === undefined ? STANDARD : Number(a["baseColWidth"]) + 1));
      else if (element === "cols") list = { start, end };
      else if (element === "sheetData") data = { start, end };
      else if (element === "col" && list && listEnd === undefined) {
        const width = a["width"] === undefined ? undefined : Number(a["width"]);
        cols.push({ start, end, from: Number(a["min"]), to: Number(a["max"]), width, hidden: /^(?:1|true)$/.test(a["hidden"] ?? "") || width === 0 });
      }
    },
    close: (element, start) => {
      if (element === "cols") listEnd = start;
    },
    widened: (needed) => {
      const edits: Edit[] = [];
      const widthOf = (column: number, now: number): number | undefined => {
        const width = Math.min(WIDEST, needed.get(column - 1) ?? 0);
        return width > now ? width : undefined;
      };
      for (const col of cols) {
        // Most columns of a `col` for all columns up to the last one need no width.
        const isAsked = [...needed.keys()].some((column) => column + 1 >= col.from && column + 1 <= col.to);
        const text = col.hidden || !isAsked ? undefined : pieces(col, (column) => widthOf(column, col.width ?? standard));
        if (text !== undefined) edits.push({ start: col.start, end: col.end, text });
      }
      const p = data ? prefixOf(xml.slice(data.start, data.end)) : "";
      const added = [...needed.keys()]
        .sort((a, b) => a - b)
        .flatMap((column) => {
          const width = cols.some(({ from, to }) => column + 1 >= from && column + 1 <= to) ? undefined : widthOf(column + 1, standard);
          if (width === undefined) return [];
          return { column: column + 1, text: `<${p}col min="${column + 1}" max="${column + 1}" width="${width}" customWidth="1"/>` };
        });
      if (added.length === 0) return edits;
      if (cols.length > 0 && listEnd !== undefined)
        for (const { column, text } of added) {
          const at = cols.find(({ from }) => from > column)?.start ?? listEnd;
          edits.push({ start: at, end: at, text });
        }
      else {
        const text = `<${p}cols>${added.map((one) => one.text).join("")}</${p}cols>`;
        if (list) edits.push({ start: list.start, end: list.end, text });
        else if (data) edits.push({ start: data.start, end: data.start, text });
      }
      return edits;
    },
  };
}
