import { kindOf } from "./kinds";
import { matchTable, type Matched } from "./match-table";
import type { Orientation, TableMemory } from "./memory";
import { DAY_FORMAT, MOMENT_FORMAT } from "./number-formats";
import { isBlankIn, spanOf } from "./refresh/own-fields";
import type { ChartCells } from "../workbook/chart-cells";
import { blockOf, type Lines, type TableSheet } from "./table-sheet";

/** Rows and columns that a new chart covers. */
const SIZE = { rows: 16, columns: 8 };

/** The cells that a chart of this table shows: its dates, and beside them the columns that have the unit of the first; undefined if there are none, or no rows. */
export function chartCells(
  { kind, columns, orientation }: Pick<TableMemory, "kind" | "columns" | "orientation">,
  { fields }: Pick<Matched, "fields">,
  block: Lines & { readonly sheet: string },
): ChartCells | undefined {
  const x = kindOf(kind)?.chart?.x;
  const from = fields[columns.findIndex(({ id }) => id === x)];
  if (from === undefined || block.lines < 2) return undefined;
  const formatAt = (field: number): string | undefined => columns[fields.indexOf(field)]?.format;
  const isText = (field: number): boolean => fields.includes(field) && formatAt(field) === undefined;
  let values = from + 1;
  while (isText(values)) values++;
  const format = formatAt(values);
  if (format === undefined || format === DAY_FORMAT || format === MOMENT_FORMAT) return undefined;
  let end = values;
  while (formatAt(end) === format) end++;
  const cells = { sheet: block.sheet, ...blockOf({ line: block.line, lines: block.lines, field: from, fields: end - from }, orientation) };
  return { cells, labels: values - from, orientation, format };
}

/** Where a new chart goes: beside the table and the user's columns that touch it, over empty cells. */
function placeBeside(sheet: TableSheet, matched: Matched, orientation: Orientation): Lines {
  const [lines, fields] = orientation === "down" ? [SIZE.rows, SIZE.columns] : [SIZE.columns, SIZE.rows];
  const span = spanOf(sheet, matched);
  const { line } = sheet.block;
  let field = span.field + span.fields + 1;
  while (!isBlankIn(sheet, { line, lines, field, fields })) field++;
  return { line, lines, field, fields };
}

/** A chart to draw of a table as it is on its sheet; undefined if it has no rows, or no numbers right beside its dates. */
export function newChart(memory: TableMemory, sheet: TableSheet, name: string) {
  const matched = matchTable(sheet, memory);
  const cells = chartCells(memory, matched, { sheet: name, ...sheet.block, lines: sheet.block.lines - memory.gone.length });
  return cells && { ...cells, title: memory.notes[0] ?? "", at: blockOf(placeBeside(sheet, matched, memory.orientation), memory.orientation) };
}
