import type { CallLog } from "../../core/call-log";
import { onAnyChange } from "../../web-page/any-change";
import type { PaneHost } from "../../pane/pane-host";
import type { Watch, Workbook } from "../../pane/workbook";
import type { CellPlace } from "../../workbook/cell";
import { blockIn, hasCell, linesIn } from "../../workbook/cell-reference";
import { excelWorkbook } from "./excel-workbook";
import { createHostCheck } from "./host-check";
import { inExcel } from "./office";
import type { Runtime } from "./runtime";
import { withSecondCalculation } from "./second-calculation";

/** The part of the event that is used. In preview: not in the types, and its members may change. */
interface BusyEvent {
  readonly worksheetId: string;
  /** Ranges that began to be calculated, separated by commas. */
  readonly address: string;
}
interface BusySheet {
  readonly onCalculationBusy: { add(handler: (event: BusyEvent) => Promise<void>): unknown };
}

type Block = NonNullable<ReturnType<typeof blockIn>>;

const blocksOf = (address: string): Block[] =>
  address.split(",").flatMap((one) => {
    const reference = one.slice(one.lastIndexOf("!") + 1).trim();
    return blockIn(reference) ?? linesIn(reference) ?? [];
  });

/** True if this Excel reports cells that it calculates. */
export const reportsCalculating = (): boolean =>
  typeof Excel !== "undefined" && "onCalculationBusy" in ((Excel.Worksheet as { prototype: object } | undefined)?.prototype ?? {});

/** The cells that Excel reported as being calculated, until it reports their sheet as calculated. */
export function createCalculatingCells() {
  /** Blocks by the id of their sheet: names change. */
  const busy = new Map<string, Block[]>();

  const listenTo = (sheet: Excel.Worksheet): void => {
    (sheet as unknown as BusySheet).onCalculationBusy.add(async ({ worksheetId, address }) => {
      busy.set(worksheetId, [...(busy.get(worksheetId) ?? []), ...blocksOf(address)]);
    });
    sheet.onCalculated.add(async ({ worksheetId }) => void busy.delete(worksheetId));
  };

  return {
    /** Listens to all sheets, and to those that are added. May reject with a `WorkbookRefusal`. */
    listen: (): Promise<void> =>
      inExcel(async (context) => {
        const { worksheets } = context.workbook;
        worksheets.load("items/id");
        await context.sync();
        worksheets.items.forEach(listenTo);
        worksheets.onAdded.add(({ worksheetId }) =>
          inExcel(async (later) => {
            listenTo(later.workbook.worksheets.getItem(worksheetId));
            await later.sync();
          }),
        );
        await context.sync();
      }),
    /** Whether a cell is being calculated now, as far as Excel has reported. May reject with a `WorkbookRefusal`. */
    read: async (watch?: Watch): Promise<(place: CellPlace) => boolean> => {
      if (busy.size === 0) return () => false;
      const blocks = await inExcel(async (context) => {
        const { worksheets } = context.workbook;
        worksheets.load("items/id,items/name");
        await context.sync();
        return new Map(worksheets.items.map(({ id, name }) => [name, busy.get(id) ?? []]));
      }, watch);
      return (place) => (blocks.get(place.sheet) ?? []).some((block) => hasCell(block, place.row, place.column));
    },
  };
}

/** The workbook; with the cells that are being calculated if this Excel reports them. */
function workbookOfHost(callLog: CallLog): Workbook {
  const workbook = { ...excelWorkbook, recalculate: withSecondCalculation(excelWorkbook, callLog) };
  if (!reportsCalculating()) return workbook;
  const cells = createCalculatingCells();
  // Without the events the audit shows what the cells show.
  cells.listen().catch(() => undefined);
  return { ...workbook, calculating: cells.read };
}

/** The pane's host in Excel. */
export function createPaneHost({ services, environment, onEnvironment }: Runtime): PaneHost {
  let workbook: Workbook | undefined;
  return {
    ...services,
    environment,
    workbook: () => (environment() === "excel" ? (workbook ??= workbookOfHost(services.cells.callLog)) : undefined),
    hostCheck: createHostCheck(services.cells.callLog),
    onChange: onAnyChange(services.onChange, onEnvironment),
  };
}
