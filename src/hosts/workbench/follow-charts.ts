import { type ICommandInfo, type Injector, IUniverInstanceService, type Worksheet } from "@univerjs/core";
import { EffectRefRangId, getSheetCommandTarget, handleDefaultRangeChangeWithEffectRefCommands, SheetInterceptorService } from "@univerjs/sheets";
import { storedFields } from "../../engine/book/book-data";
import { blockOfRange, rangeOfBlock } from "../../engine/book/ranges";
import type { Block, SheetChart } from "../../workbook/book";
import { fieldMutations } from "../../engine/edits/stored-fields";

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
