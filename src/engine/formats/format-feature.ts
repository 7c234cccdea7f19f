import { BooleanNumber, type IStyleData } from "@univerjs/core";
import { sameJson } from "../../contract/json";
import type { Book, BookSheet } from "../../workbook/book";
import type { Block } from "../../workbook/block";
import type { CellStyle } from "../../workbook/cell";
import type { ConditionalFormat, FormatLook } from "../../workbook/conditional-format";
import { LAST_COLUMN, LAST_ROW } from "../../workbook/cell-reference";
import { shared } from "../../workbook/format-areas";
import { blockOfRange, rangeOfBlock } from "../book/ranges";
import { sheetSizeOf } from "../book/sheet-size";
import { lookOf, styleData } from "../book/cell-style";
import { configOf, ruleOfConfig, type GridRule, type GridSize } from "./grid-rule";

/** Properties of a look that it may take away, with the engine's style that does. */
const WITHOUT = {
  bold: { bl: BooleanNumber.FALSE },
  italic: { it: BooleanNumber.FALSE },
  underline: { ul: { s: BooleanNumber.FALSE } },
  strike: { st: { s: BooleanNumber.FALSE } },
} as const;
const FLAGS = ["bold", "italic", "underline", "strike"] as const;
const PARTS = ["color", "fill", "top", "right", "bottom", "left"] as const;

/** The engine's style of a look. */
function styleOfLook({ format, ...look }: FormatLook): IStyleData {
  const style = Object.fromEntries(Object.entries(look).filter(([, value]) => value !== false)) as CellStyle;
  const without = FLAGS.filter((name) => look[name] === false).map((name) => WITHOUT[name]);
  return Object.assign({}, styleData({ style, ...(format === undefined ? {} : { format }) }), ...without) as IStyleData;
}

/** The look of the engine's style; undefined for one that changes nothing. */
function lookOfStyle(data: IStyleData | null | undefined): FormatLook | undefined {
  const { style = {}, format } = lookOf(data);
  const isOff = { bold: data?.bl, italic: data?.it, underline: data?.ul?.s, strike: data?.st?.s };
  const flags = FLAGS.map((name) => [name, style[name] ?? (isOff[name] === BooleanNumber.FALSE ? false : undefined)] as const);
  const all = [...flags, ...PARTS.map((name) => [name, style[name]] as const), ["format", format] as const];
  const look = Object.fromEntries(all.filter(([, value]) => value !== undefined)) as FormatLook;
  return Object.keys(look).length > 0 ? look : undefined;
}

/** Areas within the grid, which is smaller than a sheet: Univer visits each of their cells. */
const inGrid = (areas: readonly Block[], { rows, columns }: GridSize): Block[] => {
  const cut = areas.flatMap((area) => shared(area, { row: 0, column: 0, rows, columns }) ?? []);
  return cut.length > 0 ? cut : [...areas];
};

/** A format as Univer keeps it, on a sheet of this size. */
export function gridRule(format: ConditionalFormat, cfId: string, size: GridSize): GridRule {
  const { areas, rule, look, stops } = format;
  return {
    cfId,
    ranges: inGrid(areas, size).map(rangeOfBlock),
    stopIfTrue: stops ?? false,
    rule: configOf(format, styleOfLook(look ?? {})),
    own: { areas, rule, ...(look ? { look } : {}) },
    size,
  };
}

/** Ranges of a rule that ended with the grid end with the sheet, if they did so in the file. */
function areasOf({ ranges, own, size }: GridRule): readonly Block[] {
  const now = ranges.map(blockOfRange);
  if (!own || !size) return now;
  if (sameJson(now, inGrid(own.areas, size))) return own.areas;
  const [toLastRow, toLastColumn] = [
    own.areas.some(({ row, rows }) => row + rows > LAST_ROW),
    own.areas.some(({ column, columns }) => column + columns > LAST_COLUMN),
  ];
  return now.map((area) => ({
    ...area,
    ...(toLastRow && area.row + area.rows >= size.rows ? { rows: LAST_ROW + 1 - area.row } : {}),
    ...(toLastColumn && area.column + area.columns >= size.columns ? { columns: LAST_COLUMN + 1 - area.column } : {}),
  }));
}

/** The format of a rule of Univer's: as in the file, unless somebody changed the rule in Univer's panel. */
export function formatOfGrid(given: GridRule): ConditionalFormat {
  const { own, rule: config, stopIfTrue } = given;
  const areas = areasOf(given);
  const stops = stopIfTrue ? { stops: true as const } : {};
  if (own && sameJson(config, configOf(own, styleOfLook(own.look ?? {})))) return { areas, rule: own.rule, ...(own.look ? { look: own.look } : {}), ...stops };
  const look = config.type === "highlightCell" ? lookOfStyle(config.style) : undefined;
  return { areas, rule: ruleOfConfig(config, areas), ...(look ? { look } : {}), ...stops };
}

const idOf = (sheet: string, source: string): string => `${sheet}:${source}`;

/** Univer's data of conditional formats. The id of a rule of the file says which it is. */
export const FORMAT_FEATURE = {
  resource: "SHEET_CONDITIONAL_FORMATTING_PLUGIN",
  dataOf: (book: Book, sheetId: (index: number) => string): Readonly<Record<string, readonly GridRule[]>> =>
    Object.fromEntries(
      book.sheets.flatMap((sheet, i) => {
        const id = sheetId(i);
        const rules = (sheet.formats ?? []).map((format, place) => gridRule(format, idOf(id, format.source ?? `new${place}`), sheetSizeOf(sheet)));
        return rules.length > 0 ? [[id, rules]] : [];
      }),
    ),
  fieldsOf: (data: object, sheet: string): Partial<BookSheet> => {
    const rules = (data as Readonly<Record<string, readonly GridRule[]>>)[sheet] ?? [];
    const formats = rules.map((rule): ConditionalFormat => {
      const source = rule.cfId.startsWith(idOf(sheet, "")) ? rule.cfId.slice(idOf(sheet, "").length) : "new";
      return { ...(source.startsWith("new") ? {} : { source }), ...formatOfGrid(rule) };
    });
    return formats.length > 0 ? { formats } : {};
  },
};
