import type { FUniver } from "@univerjs/core/facade";
import type { FWorksheet } from "@univerjs/sheets/facade";
import { sameJson } from "../../../contract/json";
import { storedFields } from "../../../engine/book/book-data";
import type { NamedCharts } from "../../../pane/workbook";
import type { ChartCells } from "../../../workbook/chart-cells";
import type { ChartSeries, SheetChart } from "../../../workbook/book";
import type { Block } from "../../../workbook/block";
import type { GridSheets } from "../workbook/grid-sheets";
import { growGridSheet } from "../workbook/grid-writing";
import { ChangeFieldsCommand, fieldMutations } from "../../../engine/edits/stored-fields";
import { type ICommandInfo, type Injector, IUniverInstanceService, type Worksheet } from "@univerjs/core";
import { EffectRefRangId, getSheetCommandTarget, handleDefaultRangeChangeWithEffectRefCommands, SheetInterceptorService } from "@univerjs/sheets";
import { blockOfRange, rangeOfBlock } from "../../../engine/book/ranges";

/** One line for each column of values, over the days of the first column. */
function seriesOf({ cells, labels, orientation }: ChartCells): ChartSeries[] {
  const [lines, fields] = orientation === "down" ? [cells.rows, cells.columns] : [cells.columns, cells.rows];
  const strip = (field: number, line: number, count: number) =>
    orientation === "down"
      ? { row: cells.row + line, column: cells.column + field, rows: count, columns: 1 }
      : { row: cells.row + field, column: cells.column + line, rows: 1, columns: count };
  return Array.from({ length: fields - labels }, (_, i) => ({
    name: strip(labels + i, 0, 1),
    categories: strip(0, 1, lines - 1),
    values: strip(labels + i, 1, lines - 1),
  }));
}

/** The charts of the grid's sheets. Each change is one step to undo. */
export function createGridCharts(api: FUniver, sheets: GridSheets): NamedCharts {
  const chartsIn = (sheet: FWorksheet | undefined): readonly SheetChart[] => (sheet && storedFields(sheet.getSheet().getConfig()).charts) ?? [];
  const change = (sheet: FWorksheet, charts: readonly SheetChart[]): void =>
    void api.syncExecuteCommand(ChangeFieldsCommand.id, { unitId: sheets.book().getId(), subUnitId: sheet.getSheetId(), fields: { charts } });
  /** Changes the charts of this name; false if there are none. */
  function replace(name: string, sheetName: string, by: (chart: SheetChart) => readonly SheetChart[]): boolean {
    const sheet = sheets.named(sheetName);
    const charts = chartsIn(sheet);
    if (!sheet || !charts.some((chart) => chart.name === name)) return false;
    const after = charts.flatMap((chart) => (chart.name === name ? by(chart) : chart));
    if (!sameJson(after, charts)) change(sheet, after);
    return true;
  }
  const follow = (name: string, shown: ChartCells): boolean =>
    replace(name, shown.cells.sheet, (chart) => [{ ...chart, series: seriesOf(shown), format: shown.format }]);
  return {
    find: async (charts) => charts.map(({ name, sheet }) => chartsIn(sheets.named(sheet)).some((chart) => chart.name === name)),
    draw: async (name, chart) => {
      if (follow(name, chart)) return;
      const sheet = sheets.of(chart.cells);
      const { title, at, format } = chart;
      growGridSheet(sheet, at.row + at.rows, at.column + at.columns);
      change(sheet, [...chartsIn(sheet), { name, days: true, kind: "line", title, at, series: seriesOf(chart), format }]);
    },
    follow: async (name, cells) => void follow(name, cells),
    remove: async (name, sheet) => replace(name, sheet, () => []),
    release: async (name, sheet) => void replace(name, sheet, ({ name: _, ...chart }) => [chart]),
  };
}

/** Commands that move cells. A sort exchanges the contents of cells: a chart shows the same cells after it. */
const MOVING: ReadonlySet<string> = new Set(Object.values(EffectRefRangId).filter((id) => id !== EffectRefRangId.ReorderRangeCommandId));

const sheetOf = (injector: Injector, { unitId, subUnitId }: { readonly unitId?: string | undefined; readonly subUnitId?: string | undefined }) =>
  getSheetCommandTarget(injector.get(IUniverInstanceService), { ...(unitId && { unitId }), ...(subUnitId && { subUnitId }) })?.worksheet;

/** Where a block is after a command; undefined if all its cells were deleted. */
function movedBlock(block: Block, command: ICommandInfo): Block | undefined {
  const to = handleDefaultRangeChangeWithEffectRefCommands(rangeOfBlock(block), command);
  return to ? blockOfRange(to) : undefined;
}

/** A chart after a command. A series without its cells is left out; so is a chart without series. */
function movedChart(chart: SheetChart, command: ICommandInfo): SheetChart[] {
  const series = chart.series.flatMap((one) => {
    const [name, categories, values] = [one.name, one.categories, one.values].map((block) => movedBlock(block, command));
    return name && categories && values ? [{ name, categories, values }] : [];
  });
  return series.length === 0 ? [] : [{ ...chart, at: movedBlock(chart.at, command) ?? chart.at, series }];
}

/** Makes the charts of a sheet follow their cells when rows, columns or cells are inserted, deleted or moved; each is one step to undo with its command. */
export function followCharts(injector: Injector): void {
  injector.get(SheetInterceptorService).interceptCommand({
    getMutations: (command) => {
      const none = { redos: [], undos: [] };
      if (!MOVING.has(command.id)) return none;
      const given = (command.params ?? {}) as Partial<Record<"unitId" | "subUnitId" | "fromUnitId" | "fromSubUnitId" | "toSubUnitId", string>>;
      // Charts show cells of their own sheet only.
      if (given.toSubUnitId !== undefined && given.toSubUnitId !== given.fromSubUnitId) return none;
      const sheet: Worksheet | undefined = sheetOf(injector, { unitId: given.unitId ?? given.fromUnitId, subUnitId: given.subUnitId ?? given.fromSubUnitId });
      const { charts } = sheet ? storedFields(sheet.getConfig()) : {};
      if (!sheet || !charts) return none;
      return fieldMutations(sheet, { charts: charts.flatMap((chart) => movedChart(chart, command)) });
    },
  });
}
