import {
  BooleanNumber,
  BorderStyleTypes,
  HorizontalAlign,
  type IBorderStyleData,
  type IStyleData,
  type Nullable,
  VerticalAlign,
  WrapStrategy,
} from "@univerjs/core";
import type { BookCell } from "../../workbook/book";
import { type CellStyle, type Line } from "../../workbook/cell";
import { colorOfChannels } from "../../workbook/color-channels";

const LINES: Readonly<Record<Line["style"], BorderStyleTypes>> = {
  thin: BorderStyleTypes.THIN,
  medium: BorderStyleTypes.MEDIUM,
  thick: BorderStyleTypes.THICK,
  dashed: BorderStyleTypes.DASHED,
  dotted: BorderStyleTypes.DOTTED,
  double: BorderStyleTypes.DOUBLE,
};
const HORIZONTAL = { left: HorizontalAlign.LEFT, center: HorizontalAlign.CENTER, right: HorizontalAlign.RIGHT, justify: HorizontalAlign.JUSTIFIED } as const;
const VERTICAL = { top: VerticalAlign.TOP, center: VerticalAlign.MIDDLE } as const;
const SIDES = { top: "t", right: "r", bottom: "b", left: "l" } as const;

const keyOf = <T extends string, V>(record: Readonly<Record<T, V>>, value: V | null | undefined): T | undefined =>
  (Object.keys(record) as T[]).find((key) => record[key] === value);

const border = ({ style, color }: Line): IBorderStyleData => ({ s: LINES[style], cl: { rgb: color ?? "#000000" } });

/** Converts a book's cell style to the engine's; undefined without a style. */
export function styleData({ style = {}, format }: Pick<BookCell, "style" | "format">): IStyleData | undefined {
  const data: IStyleData = {
    ...(format ? { n: { pattern: format } } : {}),
    ...(style.bold ? { bl: BooleanNumber.TRUE } : {}),
    ...(style.italic ? { it: BooleanNumber.TRUE } : {}),
    ...(style.underline ? { ul: { s: BooleanNumber.TRUE } } : {}),
    ...(style.strike ? { st: { s: BooleanNumber.TRUE } } : {}),
    ...(style.size ? { fs: style.size } : {}),
    ...(style.color ? { cl: { rgb: style.color } } : {}),
    ...(style.fill ? { bg: { rgb: style.fill } } : {}),
    ...(style.horizontal ? { ht: HORIZONTAL[style.horizontal] } : {}),
    ...(style.vertical ? { vt: VERTICAL[style.vertical] } : {}),
    ...(style.wrap ? { tb: WrapStrategy.WRAP } : {}),
  };
  const lines = (["top", "right", "bottom", "left"] as const).flatMap((side) => (style[side] ? [[SIDES[side], border(style[side])] as const] : []));
  if (lines.length > 0) data.bd = Object.fromEntries(lines);
  return Object.keys(data).length > 0 ? data : undefined;
}

/** Converts `rgb(11, 106, 79)` or `#0b6a4f` to a book's colour; undefined for anything else. */
export function colorText(rgb: Nullable<string>): string | undefined {
  const hex = /^#([0-9a-f]{6})$/i.exec(rgb ?? "")?.[1];
  if (hex) return `#${hex.toUpperCase()}`;
  const parts = /^rgba?\((\d+),\s*(\d+),\s*(\d+)/.exec(rgb ?? "");
  return parts ? colorOfChannels(parts.slice(1, 4).map(Number)) : undefined;
}

function lineOf(data: Nullable<IBorderStyleData>): Line | undefined {
  const style = data ? keyOf(LINES, data.s) : undefined;
  if (!data || !style) return undefined;
  const rgb = colorText(data.cl?.rgb);
  return { style, ...(rgb && rgb !== "#000000" ? { color: rgb } : {}) };
}

/** Converts the engine's cell style to what a book stores. */
export function lookOf(data: Nullable<IStyleData>): Pick<BookCell, "style" | "format"> {
  if (!data) return {};
  const sides = Object.fromEntries(
    (["top", "right", "bottom", "left"] as const).flatMap((side) => {
      const line = lineOf(data.bd?.[SIDES[side]]);
      return line ? [[side, line]] : [];
    }),
  );
  const [text, fill] = [colorText(data.cl?.rgb), colorText(data.bg?.rgb)];
  const [horizontal, vertical] = [keyOf(HORIZONTAL, data.ht), keyOf(VERTICAL, data.vt)];
  const style: CellStyle = {
    ...(data.bl === BooleanNumber.TRUE ? { bold: true } : {}),
    ...(data.it === BooleanNumber.TRUE ? { italic: true } : {}),
    ...(data.ul?.s === BooleanNumber.TRUE ? { underline: true } : {}),
    ...(data.st?.s === BooleanNumber.TRUE ? { strike: true } : {}),
    ...(data.fs ? { size: data.fs } : {}),
    ...(text ? { color: text } : {}),
    ...(fill ? { fill } : {}),
    ...(horizontal ? { horizontal } : {}),
    ...(vertical ? { vertical } : {}),
    ...(data.tb === WrapStrategy.WRAP ? { wrap: true } : {}),
    ...sides,
  };
  const pattern = data.n?.pattern;
  return { ...(pattern && pattern !== "General" ? { format: pattern } : {}), ...(Object.keys(style).length > 0 ? { style } : {}) };
}
