import type { EngineParts } from "../../engine/univer";
import { createListeners } from "../../pane/listeners";
import type { PaneHost } from "../../pane/pane-host";
import type { PaneView } from "../../pane/pane-view";
import type { Workbook } from "../../pane/workbook";
import { onAnyChange } from "../../web-page/any-change";
import type { PaneServices } from "../../web-page/pane-services";
import type { Bookkeeping } from "./book/bookkeeping";
import { createDesk } from "./page/desk";
import { keepEarlyInput } from "./early/early-input";
import { drawEarly } from "./early/early-sheet";
import { WorkbenchPage } from "./page/workbench-page";
import { PANE_HOST } from "./slots";
import { readyBook, READY_BOOKS } from "./book/ready-books";
import { followRegionKeys, type OpenEdit } from "./keys/region-keys";

/** The longest time that the grid's script waits for the first values. It would delay them, because nothing else happens while it starts. */
const EARLY_MS = 1_000;

/** What the workbench is made from. */
interface WorkbenchParts {
  readonly services: PaneServices;
  readonly functions: EngineParts["functions"];
  /** The list of functions. Rejects if it does not load. */
  readonly metadata: Promise<EngineParts["metadata"]>;
  /** The id of the book to open first. */
  readonly wanted: string | undefined;
}

/** Connects page, pane and grid. The page is drawn at once, with the first sheet of the book; the grid takes its place once its script has run. */
export function openWorkbench({ services, functions, metadata, wanted }: WorkbenchParts) {
  const first = readyBook(wanted);
  const desk = createDesk(first.title);
  let edit: OpenEdit | undefined;
  const input = keepEarlyInput();
  // Called before the grid is created, because window listeners run in the order in which they were added.
  followRegionKeys({ edit: () => edit, say: (text) => desk.say(text, "editing"), announce: (announced) => desk.set({ announced }) });
  let workbook: Workbook | undefined;
  let gridIsOpen: (bookkeeping: Bookkeeping) => void = () => undefined;
  const bookkeeping = new Promise<Bookkeeping>((resolve) => (gridIsOpen = resolve));

  const opened = createListeners();
  const open = (book: Workbook): void => {
    workbook = book;
    opened.notify();
  };
  let showInPane: (view: PaneView) => void = () => undefined;
  const host: PaneHost = {
    ...services,
    environment: () => "workbench",
    workbook: () => workbook,
    onChange: onAnyChange(services.onChange, opened.onChange),
    onShow: (listener) => {
      showInPane = listener;
      return () => undefined;
    },
  };
  PANE_HOST.offer(host);

  const drawGrid = async (element: HTMLElement): Promise<void> => {
    const book = first.book();
    const sheet = book.sheets[book.active];
    const early = sheet && drawEarly(element, sheet, functions);
    await Promise.race([early?.shown, new Promise((resolve) => setTimeout(resolve, EARLY_MS))]);
    const loaded = await Promise.all([import("./open-grid").then(({ openGrid }) => openGrid), metadata]).catch(() => undefined);
    if (!loaded) {
      early?.loaded();
      input.end();
      desk.say("The spreadsheet did not load. Check that npm start is running, then reload the page.", "problem");
      return;
    }
    const [openGrid, list] = loaded;
    const place = document.createElement("div");
    place.className = "wb-sheet";
    element.prepend(place);
    const grid = openGrid({ element: place, desk, host, parts: { functions, metadata: list }, book, opened: open });
    early?.loaded();
    edit = grid.edit;
    gridIsOpen(grid.bookkeeping);
    await grid.calculated;
    early?.remove();
    await grid.takeInput(input);
  };
  return (
    <WorkbenchPage
      desk={desk}
      host={host}
      showInPane={(view) => showInPane(view)}
      templates={READY_BOOKS}
      openFile={(file) => void bookkeeping.then(({ openFile }) => openFile(file))}
      openTemplate={(id) => {
        const { book, title } = readyBook(id);
        void bookkeeping.then(({ openBook }) => openBook(book(), title));
      }}
      save={() => void bookkeeping.then(({ save }) => save())}
      drawGrid={(element) => void drawGrid(element)}
    />
  );
}
