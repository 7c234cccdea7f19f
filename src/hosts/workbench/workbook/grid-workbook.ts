import type { FUniver } from "@univerjs/core/facade";
import { InsertDefinedNameCommand, SCOPE_WORKBOOK_VALUE_DEFINED_NAME, SetSelectionsOperation, SetWorksheetActiveOperation } from "@univerjs/sheets";
import type { FRange } from "@univerjs/sheets/facade";
import { referenceOr } from "../../../engine/book/book-data";
import type { EngineFunctions } from "../../../engine/univer";
import { yieldToPage } from "../../../pane/work/yield-to-page";
import { FRESHNESS_SETTING } from "../../../pane/freshness";
import { WorkbookRefusal, type Refused, type Scope, type Watch, type Workbook } from "../../../pane/workbook";
import type { FormulaCell } from "../../../workbook/cell";
import { addressOf } from "../../../workbook/cell-address";
import { hasServiceCall } from "../../../workbook/service-calls";
import { gridAddress, createGridSheets } from "./grid-sheets";
import { createGridBlocks } from "./grid-blocks";
import { createGridCharts } from "../charts/grid-charts";
import { createGridWriting } from "./grid-writing";
import { gridFormulaAt, formulaCellOf, gridFormulas } from "./sheet-cells";

/** What the workbook needs from the page around the grid. */
interface GridWorkbookParts {
  readonly api: FUniver;
  readonly functions: EngineFunctions;
  /** Settings saved in the book. */
  readonly settings: Map<string, string>;
  /** Reports a change that is not an event of the grid. */
  readonly touched: () => void;
  /** The book as a file. */
  readonly save: () => Uint8Array;
  /** Offers a file to the user. */
  readonly offer: (file: Uint8Array, name: string) => void;
}

/** Cells after which long work yields to the page. */
const SLICE = 2_000;
const SELECTING: ReadonlySet<string> = new Set([SetSelectionsOperation.id, SetWorksheetActiveOperation.id]);
/** Commands that change cells or where they are; also those of undo and of calculations. */
const CHANGING = /^sheet\.mutation\./;
const STOPPED = "Stopped. Nothing was changed.";

const NAME = /^[\p{L}_\\][\p{L}\d_.\\]{0,254}$/u;
const READS_LIKE_A_CELL = /^([A-Z]{1,3}\d+|R\d*C\d*|R|C)$/i;

const has = ({ startRow, endRow, startColumn, endColumn }: ReturnType<FRange["getRange"]>, row: number, column: number): boolean =>
  row >= startRow && row <= endRow && column >= startColumn && column <= endColumn;

/** The pane's workbook over the book that the grid shows now. It refuses every call once another book is open. */
export function createGridWorkbook({ api, functions, settings, touched, save, offer }: GridWorkbookParts): Workbook {
  const sheets = createGridSheets(api, functions);
  const { book } = sheets;

  /** The selected areas; in the grid's order, the one with the active cell is last. */
  const selectedAreas = (): FRange[] => {
    const areas = book().getActiveSheet().getSelection()?.getActiveRangeList() ?? [];
    return areas.length > 0 ? areas : [book().getActiveRange()].filter((r) => r !== null);
  };

  async function serviceCells(scope: Scope, { signal, progress }: Watch = {}): Promise<readonly FormulaCell[]> {
    const stop = (): void => {
      if (signal?.aborted) throw new WorkbookRefusal(STOPPED);
      book();
    };
    stop();
    const within = scope === "selection" ? selectedAreas().map((r) => r.getRange()) : undefined;
    const all = scope === "workbook" ? book().getSheets() : [book().getActiveSheet()];
    const cells: FormulaCell[] = [];
    for (const [i, sheet] of all.entries()) {
      let seen = 0;
      for (const cell of gridFormulas(api, sheet)) {
        if (++seen % SLICE === 0) await yieldToPage();
        stop();
        if (within && !within.some((area) => has(area, cell.row, cell.column))) continue;
        if (hasServiceCall(cell.formula)) cells.push(formulaCellOf(sheet, cell));
      }
      progress?.(i + 1, all.length);
    }
    return cells;
  }

  return {
    ...createGridWriting(sheets, functions),
    selection: async () => {
      const sheet = book().getActiveSheet();
      const active = book().getActiveCell();
      const areas = selectedAreas();
      if (!active || areas.length === 0) return undefined;
      const [row, column] = [active.getRow(), active.getColumn()];
      const main = areas.find((area) => has(area.getRange(), row, column)) ?? areas[0];
      const address = areas.map((area) => gridAddress(sheet, area.getRow(), area.getColumn(), area.getHeight(), area.getWidth())).join(",");
      return {
        address,
        rows: main?.getHeight() ?? 1,
        columns: main?.getWidth() ?? 1,
        active: { sheet: sheet.getSheetName(), row, column },
        formula: gridFormulaAt(sheet, row, column),
        shown: sheets.shown(sheet, row, column),
      };
    },
    onSelection: (listener) => {
      let waiting = false;
      let over = false;
      const tell = (): void => {
        if (waiting) return;
        waiting = true;
        // Dragging over cells causes one change for each cell, and a calculation one for each of its results.
        setTimeout(() => {
          waiting = false;
          if (!over) listener();
        }, 0);
      };
      // The grid's selection event misses the first selection of a sheet.
      const ends = [api.onCommandExecuted(({ id }) => (SELECTING.has(id) || CHANGING.test(id)) && tell()), api.addEvent(api.Event.WorkbookCreated, tell)];
      return () => {
        over = true;
        for (const end of ends) end.dispose();
      };
    },
    serviceCells,
    shown: async (places) =>
      places.map((place) => {
        const sheet = sheets.named(place.sheet);
        return sheet ? sheets.shown(sheet, place.row, place.column) : { value: { error: "#REF!" }, text: "#REF!" };
      }),
    recalculate: async (places) => {
      const refused: Refused[] = [];
      const groups = sheets.grouped(places, (p) => p, refused);
      functions.recalculate([...groups].flatMap(([sheet, own]) => own.map((place) => sheets.engineCell(sheet, place))));
      return refused;
    },
    goTo: async (place) => {
      const sheet = sheets.of(place);
      const name = sheet.getSheetName();
      if (sheet.isSheetHidden())
        throw new WorkbookRefusal(
          sheet.getCustomMetadata()?.veryHidden
            ? `The sheet ${name} is hidden by the workbook's author and can be shown only with VBA. Contact the author.`
            : `The sheet ${name} is hidden. Right-click any sheet tab, choose Unhide, then try again.`,
        );
      if (place.row >= sheet.getMaxRows() || place.column >= sheet.getMaxColumns())
        throw new WorkbookRefusal(`The cell ${addressOf(place)} no longer exists. Rescan, then try again.`);
      book().setActiveSheet(sheet);
      sheet.getRange(place.row, place.column).activate();
      sheet.scrollToCell(Math.max(0, place.row - 3), Math.max(0, place.column - 2));
    },
    file: async ({ signal, progress } = {}) => {
      await yieldToPage();
      if (signal?.aborted) throw new WorkbookRefusal(STOPPED);
      book();
      const file = save();
      progress?.(1, 1);
      return file;
    },
    open: async (file, name) => offer(file, name),
    defineName: async (name, formula) => {
      if (!NAME.test(name) || READS_LIKE_A_CELL.test(name))
        throw new WorkbookRefusal(
          `${name} is not a valid name. Use letters, digits, dots and underscores, start with a letter, and do not use a cell address.`,
        );
      const existing = book().getDefinedName(name);
      if (existing) {
        if (`=${existing.getFormulaOrRefString().replace(/^=/, "")}` === formula) return;
        throw new WorkbookRefusal(`The name ${name} is already defined in this workbook. Delete it in Formulas, Name Manager, then try again.`);
      }
      // The grid's own method rejects names of functions, which Excel allows, so the command is used.
      const scope = { unitId: book().getId(), id: `name-${name}`, localSheetId: SCOPE_WORKBOOK_VALUE_DEFINED_NAME };
      const done = api.syncExecuteCommand(InsertDefinedNameCommand.id, { ...scope, name, formulaOrRefString: referenceOr(formula) });
      if (!done) throw new WorkbookRefusal(`The grid rejected the name ${name}. Define it in Formulas, Name Manager.`);
      touched();
    },
    isEditing: async () => api.getActiveWorkbook()?.isCellEditing() ?? false,
    arrays: () => true,
    blocks: createGridBlocks(api, sheets, functions, touched),
    charts: createGridCharts(api, sheets),
    settings: {
      read: (name) => settings.get(name),
      write: async (name, text) => {
        if (text === undefined) settings.delete(name);
        else settings.set(name, text);
        // The dates of answers follow each calculation: nobody has changed the book.
        if (name !== FRESHNESS_SETTING) touched();
      },
    },
  };
}
