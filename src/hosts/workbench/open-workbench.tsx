import type { FUniver } from "@univerjs/core/facade";
import { IDescriptionService } from "@univerjs/sheets-formula";
import { SetSelectionsOperation, SetWorksheetActiveOperation } from "@univerjs/sheets";
import { AS_OF_SETTING, asOfFrom } from "../../core/as-of-setting";
import { DISPLAY_SETTING, displayFrom } from "../../core/cell-display";
import { dataOfBook } from "../../engine/book-data";
import type { EngineFunctions, EngineParts } from "../../engine/univer";
import type { PaneHost } from "../../pane/pane-host";
import { NO_KEY_IN_CELL } from "../../pane/pane-words";
import type { Workbook } from "../../pane/workbook";
import type { Book } from "../../workbook/book";
import type { PaneServices } from "../../web-page/pane-services";
import { bookOfGrid } from "./book-of-grid";
import { createBookkeeping, type Bookkeeping } from "./bookkeeping";
import { createDesk, type Desk } from "./desk";
import { changesBook, createGrid, type Grid } from "./grid";
import { keepFormulaBarFocus } from "./formula-bar-focus";
import { catalogOf, type Catalog } from "./formula-help/catalog";
import { cellEditorOf } from "./formula-help/cell-editor";
import { companiesOf } from "./formula-help/companies";
import { followTyping } from "./formula-help/follow-typing";
import { createGridWorkbook } from "./grid-workbook";
import { Page } from "./page";
import { offerPaneHost } from "./pane-slot";
import { followRegionKey } from "./regions";
import { readyBook, READY_BOOKS } from "./ready-books";

/** For the browser's developer tools and tests, under a registered symbol: the grid's API and the pane's workbook. */
interface Inspectable {
  readonly api: FUniver;
  readonly workbook: Workbook;
  readonly functions: EngineFunctions;
}

const INSPECT = Symbol.for("service.workbench");

/** Connects grid, workbook, pane and page; the grid is drawn once its element exists. `wanted` is the id of the book to open first. */
export function openWorkbench(services: PaneServices, parts: EngineParts, wanted: string | undefined) {
  // Called before the grid is created, because window listeners run in the order in which they were added.
  const startTyping = followTyping();
  const first = readyBook(wanted);
  const desk = createDesk(first.title);
  const settings = new Map<string, string>();
  let workbook: Workbook | undefined;
  let bookkeeping: Bookkeeping | undefined;
  let books = 0;

  const host: PaneHost = { ...services, environment: () => "workbench", workbook: () => workbook };
  offerPaneHost(host);

  /** Applies a book's settings. */
  const applySettings = (book: Book): void => {
    settings.clear();
    services.cells.callLog.clear();
    for (const [name, text] of Object.entries(book.settings)) settings.set(name, text);
    services.setDisplay(displayFrom(book.settings[DISPLAY_SETTING]));
    services.setAsOf(asOfFrom(book.settings[AS_OF_SETTING]));
  };
  const dataOf = (book: Book) => dataOfBook(book, `book-${++books}`);

  const drawGrid = (element: HTMLElement): void => {
    const opening = first.book();
    applySettings(opening);
    const grid = createGrid(element, parts, dataOf(opening), opening.active);
    const { api, functions } = grid;
    const keeping = createBookkeeping({
      desk,
      show: (book) => {
        applySettings(book);
        grid.load(dataOf(book), book.active);
      },
      current: () => bookOfGrid(api, functions, settings),
    });
    bookkeeping = keeping;
    const ofGrid = createGridWorkbook({ api, functions, settings, touched: keeping.touch, save: keeping.file, offer: keeping.offer });
    workbook = { ...ofGrid, fileName: () => `${desk.state().name.replace(/\.xlsx$/i, "")}.xlsx` };
    Object.assign(globalThis, { [INSPECT]: { api, workbook, functions } satisfies Inspectable });
    api.onCommandExecuted((command, options) => changesBook(command, options) && keeping.touch());
    window.addEventListener("beforeunload", (e) => keeping.changed() && e.preventDefault());
    followRegionKey();
    keepFormulaBarFocus(grid.injector);
    helpWithFormulas(grid, host, parts, startTyping);
    follow(services, desk, grid);
  };
  return (
    <Page
      desk={desk}
      templates={READY_BOOKS}
      openFile={(file) => bookkeeping?.openFile(file)}
      openTemplate={(id) => {
        const { book, title } = readyBook(id);
        bookkeeping?.openBook(book(), title);
      }}
      save={() => bookkeeping?.save()}
      drawGrid={drawGrid}
    />
  );
}

/** Suggests functions and values while a formula is typed. */
function helpWithFormulas({ api, injector }: Grid, host: PaneHost, { metadata }: EngineParts, start: ReturnType<typeof followTyping>): void {
  let catalog: Catalog | undefined;
  let lookAgain: () => void = () => undefined;
  const companies = companiesOf(host, () => lookAgain());
  lookAgain = start({
    editor: cellEditorOf(injector),
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

/** Updates page and cells when the connection or the selection changes. */
function follow(services: PaneServices, desk: Desk, { api, functions }: Grid): void {
  let connected: string | undefined;
  const followConnection = (): void => {
    const connection = services.connection();
    const now = connection.kind === "connected" ? connection.baseUrl : undefined;
    if (now === connected) return;
    connected = now;
    if (now === undefined) return desk.set({ sample: false });
    functions.recalculateWhere((settled) => "value" in settled && settled.value === NO_KEY_IN_CELL);
    void services.fetch("/v1/status").then((fetched) => {
      const data = fetched.ok ? (fetched.body as { data?: { sample?: unknown } }).data : undefined;
      desk.set({ sample: data?.sample === true });
    });
  };
  services.onChange(followConnection);
  followConnection();

  const showCellMessage = (): void => {
    const sheet = api.getActiveWorkbook()?.getActiveSheet();
    const cell = api.getActiveWorkbook()?.getActiveCell();
    if (!sheet || !cell) return;
    const at = { unit: sheet.getWorkbook().getUnitId(), sheet: sheet.getSheetId(), row: cell.getRow(), column: cell.getColumn() };
    const message = functions.messageOf(at);
    const value = cell.getRawValue();
    const words = message && typeof value === "string" && value.startsWith("#") ? `${cell.getA1Notation()} is ${value}: ${message}` : undefined;
    if (words !== desk.state().cellMessage) desk.set({ cellMessage: words });
  };
  // The grid's selection event misses the first selection of a sheet.
  api.onCommandExecuted(({ id }) => {
    if (id === SetSelectionsOperation.id || id === SetWorksheetActiveOperation.id) setTimeout(showCellMessage, 0);
  });
  functions.onIdle(showCellMessage);
}
