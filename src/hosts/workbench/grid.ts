import {
  CommandType,
  type ICommandInfo,
  type IExecutionOptions,
  LifecycleService,
  LifecycleStages,
  LocaleType,
  LogLevel,
  type IWorkbookData,
  Univer,
  type Worksheet,
} from "@univerjs/core";
import { FUniver } from "@univerjs/core/facade";
import { RemoveDefinedNameMutation, SetDefinedNameMutation } from "@univerjs/engine-formula";
import { SpreadsheetSkeleton, UniverSheetsCorePreset } from "@univerjs/preset-sheets-core";
import { UniverSheetsConditionalFormattingPlugin } from "@univerjs/sheets-conditional-formatting";
import { UniverSheetsConditionalFormattingUIPlugin } from "@univerjs/sheets-conditional-formatting-ui";
import { InsertSheetMutation, type IInsertSheetMutationParams } from "@univerjs/sheets";
import { UniverSheetsFilterPlugin } from "@univerjs/sheets-filter";
import { UniverSheetsFilterUIPlugin } from "@univerjs/sheets-filter-ui";
import { COLUMNS, ROWS, COLUMN_WIDTH, ROW_HEIGHT } from "../../engine/book/sheet-size";
import { followEdits } from "../../engine/edits/follow-edits";
import { formatAsExcel, keepCopiedFormats } from "../../engine/formats/format-as-excel";
import { formatMutations } from "../../engine/formats/follow-formats";
import { showRuleNumberFormats } from "../../engine/formats/rule-number-formats";
import { readNamesInCells } from "../../engine/formulas/names-in-cells";
import { type EngineParts, INTERVAL_COUNT, putFunctions } from "../../engine/univer";
import { showDatesOf1904 } from "./numbers/dates-of-1904";
import { fillNameBox, formulaBarOf } from "./keys/formula-bar";
import { fitNumbersInCells } from "./numbers/fitting-cells";
import { keepNotes } from "./beside-cell/written-notes";
import { GRID_TEXTS } from "./grid-texts";
import { leaveOutIconSets } from "./controls/mend-grid-panels";
import type { Grid } from "./page-grid";
import { pasteInPieces } from "./paste-in-pieces";
import { editNumbersInFull } from "./numbers/typed-text";

/** Commands whose result a saved file would not have. */
const WITHOUT = [
  "sheet.command.set-range-font-family",
  "sheet.command.set-text-rotation",
  "sheet.command.set-tab-color",
  "sheet.command.toggle-gridlines",
  "sheet.contextMenu.permission",
  "sheet.command.add-range-protection-from-toolbar",
  "sheet.command.add-range-protection-from-sheet-bar",
  "sheet.command.delete-worksheet-protection-from-sheet-bar",
  "sheet.command.change-sheet-protection-from-sheet-bar",
  "sheet.command.view-sheet-permission-from-sheet-bar",
] as const;

/** Options that differ from the preset's. The suggestions and help of formula-help replace Univer's, which know no values and match only the beginning of a name. */
const OWN_OPTIONS: Readonly<Record<string, object>> = {
  UNIVER_ENGINE_FORMULA_PLUGIN: { intervalCount: INTERVAL_COUNT },
  SHEET_FORMULA_UI_PLUGIN: { functionScreenTips: false },
  SHEET_UI_PLUGIN: { menu: Object.fromEntries(WITHOUT.map((id) => [id, { hidden: true }])) },
};

/** Univer 0.25.1 measures rows when the page is idle, also of a book that was closed meanwhile, whose sheet is gone. */
function measureOpenSheets(): void {
  const skeletons = SpreadsheetSkeleton.prototype as { calculateAutoHeightInRange: SpreadsheetSkeleton["calculateAutoHeightInRange"] };
  const measure = skeletons.calculateAutoHeightInRange;
  skeletons.calculateAutoHeightInRange = function (this: { readonly worksheet: Worksheet | null }, ...given) {
    return this.worksheet ? measure.apply(this as SpreadsheetSkeleton, given) : [];
  };
}

formatAsExcel();
measureOpenSheets();
leaveOutIconSets();

/** Draws the grid into this element, with a first workbook. */
export function createGrid(container: HTMLElement, parts: EngineParts, first: IWorkbookData, active: number): Grid {
  const univer = new Univer({ locale: LocaleType.EN_US, locales: { [LocaleType.EN_US]: GRID_TEXTS }, logLevel: LogLevel.WARN });
  for (const plugin of UniverSheetsCorePreset({ container, header: true, footer: {}, formulaBar: false }).plugins) {
    const [Plugin, options] = Array.isArray(plugin) ? plugin : [plugin, undefined];
    const own = OWN_OPTIONS[Plugin.pluginName] ?? {};
    univer.registerPlugin(Plugin, { ...options, ...own });
  }
  univer.registerPlugin(UniverSheetsConditionalFormattingPlugin);
  univer.registerPlugin(UniverSheetsConditionalFormattingUIPlugin);
  univer.registerPlugin(UniverSheetsFilterPlugin);
  univer.registerPlugin(UniverSheetsFilterUIPlugin);
  const api = FUniver.newAPI(univer);
  fitNumbersInCells(univer.__getInjector());
  // Univer registers its clipboard only once it has drawn.
  void univer
    .__getInjector()
    .get(LifecycleService)
    .onStage(LifecycleStages.Rendered)
    .then(() => {
      pasteInPieces(univer.__getInjector());
      keepNotes(univer.__getInjector());
    });
  // By default, new sheets of the grid end at column T.
  api.onBeforeCommandExecute(({ id, params }) => {
    if (id !== InsertSheetMutation.id) return;
    const { sheet } = params as IInsertSheetMutationParams;
    sheet.rowCount = Math.max(sheet.rowCount, ROWS);
    sheet.columnCount = Math.max(sheet.columnCount, COLUMNS);
    sheet.defaultRowHeight = ROW_HEIGHT;
    sheet.defaultColumnWidth = COLUMN_WIDTH;
  });
  const show = (book: IWorkbookData, front: number): string => {
    const shown = api.createWorkbook(book);
    const sheet = shown.getSheets()[front];
    if (sheet && !sheet.isSheetHidden()) shown.setActiveSheet(sheet);
    return shown.getId();
  };
  const drawFormulaBar = formulaBarOf(univer.__getInjector());
  let shown = show(first, active);
  // The sheets' services exist only from the first workbook on.
  showDatesOf1904(univer.__getInjector());
  editNumbersInFull(univer.__getInjector());
  drawFormulaBar();
  const functions = putFunctions(univer.__getInjector(), parts);
  readNamesInCells(univer.__getInjector());
  const log = followEdits(univer.__getInjector(), formatMutations);
  keepCopiedFormats(univer.__getInjector(), parts.moment);
  showRuleNumberFormats(univer.__getInjector());
  // Formulas calculated before the functions were registered show #NAME?.
  functions.calculateAll();

  const dark = window.matchMedia("(prefers-color-scheme: dark)");
  const follow = () => api.toggleDarkMode(dark.matches);
  follow();
  dark.addEventListener("change", follow);
  return {
    api,
    functions,
    injector: univer.__getInjector(),
    edits: () => log.of(shown),
    load: (book, front) => {
      functions.forgetAll();
      api.disposeUnit(shown);
      shown = show(book, front);
      drawFormulaBar();
      requestAnimationFrame(() => setTimeout(() => fillNameBox(univer.__getInjector(), () => api.getActiveWorkbook()?.getActiveCell()?.activate()), 0));
    },
  };
}

/** Internal mutations of the grid, which are not caused by the user. */
const INTERNAL = /auto-height|row-is-auto|theme|permission|protection/;
const NAMES: ReadonlySet<string> = new Set([SetDefinedNameMutation.id, RemoveDefinedNameMutation.id]);

/** True if a command changed something that a user would want to save; results of calculations do not count. */
export const changesBook = ({ id, type }: Readonly<ICommandInfo>, options?: IExecutionOptions): boolean =>
  type === CommandType.MUTATION && ((id.startsWith("sheet.mutation.") && !options?.onlyLocal && !INTERNAL.test(id)) || NAMES.has(id));
