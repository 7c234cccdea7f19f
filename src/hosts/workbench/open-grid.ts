import type { FUniver } from "@univerjs/core/facade";
import { IEditorBridgeService } from "@univerjs/preset-sheets-core";
import { IDescriptionService } from "@univerjs/sheets-formula";
import { AS_OF_SETTING, asOfFrom } from "../../core/as-of-setting";
import { DISPLAY_SETTING, displayFrom } from "../../core/cell-display";
import { dataOfBook } from "../../engine/book/book-data";
import type { EngineFunctions, EngineParts } from "../../engine/univer";
import type { PaneHost } from "../../pane/pane-host";
import { NO_KEY_IN_CELL } from "../../pane/pane-words";
import type { Workbook } from "../../pane/workbook";
import type { Book } from "../../workbook/book";
import { slotOf } from "../../web-page/hand-over";
import type { PaneServices } from "../../web-page/pane-services";
import { bookOfGrid } from "./book/book-of-grid";
import { followMenuKeys } from "./keys/context-menu-keys";
import { createBookkeeping } from "./book/bookkeeping";
import { followCellNotes, showWrittenNotes } from "./beside-cell/written-notes";
import { applyCellRules } from "./beside-cell/cell-rules";
import type { Desk } from "./page/desk";
import type { EarlyInput } from "./early/early-input";
import { createCellFollower } from "./beside-cell/follow-cell";
import { keepFormulaBarFocus, skipFormulaBarEditor } from "./keys/formula-bar";
import { catalogOf, type Catalog, listedCompanies } from "./formula-help/catalog";
import { cellEditorOf, type CellEditor } from "./formula-help/cell-editor";
import { followTyping } from "./formula-help/follow-typing";
import { changesBook, createGrid } from "./grid";
import type { Grid } from "./page-grid";
import { closeNameList, leaveOutFormulaAlerts, returnFocusFromSidebar } from "./controls/grid-popups";
import { catchLostFocus } from "./keys/lost-focus";
import { followOpenerKeys, keepTabFocus, nameGridControls } from "./controls/name-grid-controls";
import { mendGridCommands } from "./controls/mend-grid-commands";
import { addOwnCommands } from "./data-toolbar/own-commands";
import { createGridWorkbook } from "./workbook/grid-workbook";
import { followCharts } from "./charts/grid-charts";
import { localDay } from "../../engine/formats/periods";
import { followFilters } from "./data-toolbar/grid-filters";
import { showCharts } from "./charts/sheet-charts";
import { sortSelection } from "./data-toolbar/sort-selection";
import type { OpenEdit } from "./keys/region-keys";
import { createFinder } from "./data-toolbar/find-cells";
import { followHideKeys, followBackKeys, followCornerKeys, followFindKeys, followSheetKeys } from "./keys/sheet-keys";

/** For the browser's developer tools and tests: the grid's API and the pane's workbook. */
interface Inspectable {
  readonly api: FUniver;
  readonly workbook: Workbook;
  readonly functions: EngineFunctions;
}

const INSPECT = slotOf<Inspectable>("service.workbench");

/** What the grid is connected to. */
interface GridPlace {
  readonly element: HTMLElement;
  readonly desk: Desk;
  readonly host: PaneHost;
  readonly parts: EngineParts;
  /** The first book. */
  readonly book: Book;
  /** Receives the pane's workbook of each opened book, also of the first. */
  readonly opened: (workbook: Workbook) => void;
}

/** Draws the grid into its element, with the first book, and opens others in it. */
function createBooks({ element, desk, host, parts, book: first, opened }: GridPlace) {
  let settings = new Map<string, string>();
  let shown = first;
  let books = 0;

  /** Applies a book's settings, and forgets what is known of the cells of the one before. */
  const applySettings = (book: Book): void => {
    settings = new Map(Object.entries(book.settings));
    shown = book;
    host.cells.callLog.clear();
    host.cells.hold(new Map());
    host.takeUnanswered();
    host.setDisplay(displayFrom(book.settings[DISPLAY_SETTING]));
    host.setAsOf(asOfFrom(book.settings[AS_OF_SETTING]));
  };
  const dataOf = (book: Book) => dataOfBook(book, `book-${++books}`);

  applySettings(first);
  const grid = createGrid(element, parts, dataOf(first), first.active);
  const { api, functions } = grid;
  /** Creates the pane's workbook of the book that the grid shows now. */
  const workbookOfGrid = (): Workbook => {
    const ofGrid = createGridWorkbook({ api, functions, settings, touched: bookkeeping.touch, save: bookkeeping.file, offer: bookkeeping.offer });
    return { ...ofGrid, fileName: bookkeeping.fileName };
  };
  const bookkeeping = createBookkeeping({
    desk,
    show: (book) => {
      applySettings(book);
      grid.load(dataOf(book), book.active);
      workbook = workbookOfGrid();
      opened(workbook);
    },
    current: () => ({ ...bookOfGrid(api, functions, settings), edits: grid.edits() }),
  });
  let workbook = workbookOfGrid();
  api.onCommandExecuted((command, options) => changesBook(command, options) && bookkeeping.touch());
  window.addEventListener("beforeunload", (e) => bookkeeping.changed() && e.preventDefault());
  return { grid, bookkeeping, shown: () => shown, workbook: () => workbook };
}

/** Draws the grid into its element, with the first book, and connects it with page and pane. */
export function openGrid(place: GridPlace) {
  const { element, desk, host, parts, opened } = place;
  // Called before the grid is created, because window listeners run in the order in which they were added.
  const startTyping = followTyping();
  const startMenus = followMenuKeys();
  followOpenerKeys();
  keepTabFocus();
  const { grid, bookkeeping, shown, workbook } = createBooks(place);
  const { api, functions, injector } = grid;
  INSPECT.offer({
    api,
    functions,
    get workbook() {
      return workbook();
    },
  });
  const editor = cellEditorOf(injector);
  const edit: OpenEdit = {
    isOpen: () => api.getActiveWorkbook()?.isCellEditing() ?? false,
    isUnfinished: editor.isUnfinished,
    enter: async () => api.getActiveWorkbook()?.endEditingAsync(true),
    cell: () => api.getActiveWorkbook()?.getActiveCell()?.getA1Notation() ?? "A cell",
  };
  injector.get(IEditorBridgeService).visible$.subscribe(({ visible }) => !visible && desk.endEdit());
  followSheetKeys(api);
  followCornerKeys(api);
  followBackKeys(api, editor.isUnfinished);
  const finder = createFinder(grid);
  const find = (replaces: boolean): void => desk.set({ find: { finder, replaces } });
  followFindKeys(find);
  followHideKeys(injector);
  const sort = (descending: boolean) => () => sortSelection(grid, desk, descending);
  const followCell = createCellFollower(grid);
  const notes = showWrittenNotes(grid, desk, followCell);
  applyCellRules({ grid, desk, follow: followCell, opened: shown, edits: grid.edits });
  addOwnCommands(injector, [
    { name: "sortAscending", menus: "cells and columns", run: sort(false) },
    { name: "sortDescending", menus: "cells and columns", run: sort(true) },
    { name: "find", menus: "none", run: () => find(false) },
    { name: "replace", menus: "none", run: () => find(true) },
    { name: "editNote", menus: "cells", run: notes.edit },
    { name: "deleteNote", menus: "cells", run: notes.remove },
  ]);
  startMenus(injector);
  closeNameList();
  leaveOutFormulaAlerts(injector);
  returnFocusFromSidebar(injector);
  keepFormulaBarFocus(injector);
  skipFormulaBarEditor();
  nameGridControls(injector);
  catchLostFocus();
  helpWithFormulas(grid, editor, host, parts, startTyping);
  followCellNotes(grid, desk, followCell, host);
  follow(host, grid);
  functions.onFailed((thrown) => {
    const why = thrown instanceof Error ? ` (${thrown.message})` : "";
    desk.say(`Not all formulas could be calculated here${why}. Open the workbook in Excel for their values.`, "problem");
  });
  followCharts(injector);
  followFilters({ ...grid, today: () => localDay(new Date()), say: (text) => desk.say(text, "problem") });
  mendGridCommands(grid, desk.say);
  showCharts(element, grid);
  /** Resolves once all formulas of the first book are calculated. */
  const calculated = new Promise<void>((resolve) => {
    const end = functions.onIdle(() => {
      end();
      resolve();
    });
  });
  opened(workbook());
  /** Types and presses what was typed and pressed before the grid was there. */
  const takeInput = (input: EarlyInput): Promise<void> => input.replay({ api, editor });
  return { bookkeeping, edit, calculated, takeInput };
}

/** Suggests functions and values while a formula is typed. */
function helpWithFormulas(
  { api, injector }: Grid,
  editor: CellEditor,
  host: PaneHost,
  { metadata }: EngineParts,
  start: ReturnType<typeof followTyping>,
): void {
  let catalog: Catalog | undefined;
  let lookAgain: () => void = () => undefined;
  const companies = listedCompanies(host, () => lookAgain());
  lookAgain = start({
    editor,
    // Univer describes its functions only once its plugins have started.
    catalog: () => (catalog ??= catalogOf(metadata, injector.get(IDescriptionService).getDescriptions().values())),
    companies,
    names: () =>
      new Set(
        api
          .getActiveWorkbook()
          ?.getDefinedNames()
          .map((name) => name.getName().toUpperCase()),
      ),
  });
}

/** Updates the cells when the connection changes. */
function follow(services: PaneServices, { functions }: Grid): void {
  let connected: string | undefined;
  const followConnection = (): void => {
    const connection = services.connection();
    const now = connection.kind === "connected" ? connection.baseUrl : undefined;
    if (now === connected) return;
    connected = now;
    if (now !== undefined) functions.recalculateWhere((settled) => "value" in settled && settled.value === NO_KEY_IN_CELL);
  };
  services.onChange(followConnection);
  followConnection();
}
