import { openedBook } from "../../../engine/book/opened-book";
import { untrustedIn } from "../../../engine/trust/trust";
import { WorkbookRefusal } from "../../../workbook/workbook-refusal";
import { download } from "../../../web-page/download";
import type { Book } from "../../../workbook/book";
import { readBook } from "../../../workbook/xlsx/read/read-book";
import type { EditedBook, OpenedFile, SavedFile } from "../../../workbook/xlsx/save/edited-book";
import { savedBook } from "../../../workbook/xlsx/save/save-book";
import { writeBook } from "../../../workbook/xlsx/write-book";
import { CANCEL, type Desk, type DeskQuestion } from "../page/desk";

/** The media types of the files that the workbench opens and saves, by their extension. */
const BOOK_TYPES = {
  xlsx: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
  xlsm: "application/vnd.ms-excel.sheet.macroEnabled.12",
} as const;
type BookExtension = keyof typeof BOOK_TYPES;

const BOOK_ENDING = /\.xls[xm]$/i;

const extensionOf = (fileName: string): BookExtension => (/\.xlsm$/i.test(fileName) ? "xlsm" : "xlsx");

/** What the page's file chooser offers. */
export const ACCEPTED_BOOKS = Object.entries(BOOK_TYPES)
  .map(([extension, type]) => `.${extension},${type}`)
  .join();

/** What opening and saving need from the grid. */
interface BookkeepingParts {
  readonly desk: Desk;
  /** Shows this book instead of the current one. */
  readonly show: (book: Book) => void;
  readonly current: () => EditedBook;
}

export type Bookkeeping = ReturnType<typeof createBookkeeping>;

const MAX_BYTES = 64 * 1024 * 1024;

const wordsOf = (thrown: unknown): string => (thrown instanceof Error ? thrown.message : "This file could not be read.");

const unsavedQuestion = (name: string, save: () => void, discard: () => void): DeskQuestion => ({
  title: "Save your changes?",
  text: `"${name}" has unsaved changes. Opening another workbook discards them.`,
  answers: [{ label: "Save first", main: true, run: save }, { label: "Discard", run: discard }, CANCEL],
});

const lostQuestion = (lost: readonly string[], save: () => void): DeskQuestion => ({
  title: "Some parts cannot follow your edits",
  text: `${lost.join(" ")} To keep them as they were, cancel and undo these edits.`,
  answers: [{ label: "Save anyway", main: true, run: save }, CANCEL],
});

/** Why a chosen file cannot be opened; undefined if it may be. */
function whyNotOpened({ name, size }: File): string | undefined {
  if (!BOOK_ENDING.test(name)) return "Expected an .xlsx or .xlsm workbook. Save it as .xlsx in Excel and open that.";
  return size > MAX_BYTES ? `It is larger than ${MAX_BYTES / 1024 / 1024} MB, the limit for a browser page. Open it in Excel.` : undefined;
}

/** What is said of an opened book. */
function openedWords(name: string, { leftOut = [] }: Book, kind: BookExtension): string {
  const hidden = leftOut.length > 0 ? ` Not shown here, and kept when you save: ${leftOut.join(", ")}.` : "";
  return `Opened ${name}.${hidden}${kind === "xlsm" ? " Its macros do not run here." : ""}`;
}

/** Throws a refusal with the reason if these bytes are no workbook. */
function assertBook(bytes: Uint8Array): void {
  try {
    readBook(bytes);
  } catch (thrown) {
    throw new WorkbookRefusal(wordsOf(thrown));
  }
}

/** The book of the grid as a file: the one that it was opened from with its edits, or a new one. */
function savedFile(opened: OpenedFile | undefined, current: () => EditedBook): SavedFile {
  try {
    const now = current();
    if (!opened) return { file: writeBook(now.book), lost: [] };
    return savedBook(opened, now, { trusts: (formula) => untrustedIn(formula, now.book.names) === undefined });
  } catch (thrown) {
    throw new WorkbookRefusal(`The workbook could not be written as a file. ${wordsOf(thrown)}`);
  }
}

/**
 * Opens and saves books; asks before unsaved changes are lost. `touch` records a change since the book was opened or saved. `fileName` and `file` are those of the
 * grid's book: the name ends in .xlsm if the book was opened from such a file. `save` downloads it; `offer` downloads another file, and offers to open it here.
 */
export function createBookkeeping({ desk, show, current }: BookkeepingParts) {
  let changed = false;
  /** The file of the book in the grid, if it was opened from one. */
  let opened: OpenedFile | undefined;
  let extension: BookExtension = "xlsx";
  const fileName = (): string => `${desk.state().name.replace(BOOK_ENDING, "")}.${extension}`;

  const put = (book: Book, name: string, file?: Uint8Array, kind: BookExtension = "xlsx"): void => {
    show(book);
    extension = kind;
    opened = file && { file, book: openedBook(book) };
    changed = false;
    desk.set({ name });
    desk.say(openedWords(name, book, kind));
  };

  /** Opens at once if nothing would be lost, else asks first. */
  const unlessLost = (open: () => void): void => (changed ? desk.set({ question: unsavedQuestion(desk.state().name, () => save(open), open) }) : open());

  function save(then: () => void = () => undefined): void {
    const finish = (file: Uint8Array): void => {
      download(file, fileName(), BOOK_TYPES[extension]);
      changed = false;
      desk.say(`${fileName()} saved to your browser's downloads.`);
      then();
    };
    try {
      const { file, lost } = savedFile(opened, current);
      if (lost.length === 0) finish(file);
      else desk.set({ question: lostQuestion(lost, () => finish(file)) });
    } catch (thrown) {
      desk.say(wordsOf(thrown), "problem");
    }
  }

  const openBytes = (bytes: Uint8Array, from: string): void => {
    try {
      const book = readBook(bytes);
      unlessLost(() => put(book, from.replace(BOOK_ENDING, ""), bytes, extensionOf(from)));
    } catch (thrown) {
      desk.say(`${from} was not opened. ${wordsOf(thrown)}`, "problem");
    }
  };

  return {
    touch: () => {
      changed = true;
      desk.goOn();
    },
    changed: () => changed,
    fileName,
    file: () => {
      const { file, lost } = savedFile(opened, current);
      if (lost.length > 0) desk.say(`The copy is without these parts. ${lost.join(" ")}`, "warning");
      return file;
    },
    save: () => save(),
    openBook: (book: Book, name: string) => unlessLost(() => put(book, name)),
    openFile: async (chosen: File): Promise<void> => {
      const no = (why: string): void => desk.say(`${chosen.name} was not opened. ${why}`, "problem");
      const why = whyNotOpened(chosen);
      if (why !== undefined) return no(why);
      desk.set({ busy: `Opening ${chosen.name} …`, notice: undefined });
      const bytes = await chosen.arrayBuffer().catch(() => undefined);
      desk.set({ busy: undefined });
      if (bytes) openBytes(new Uint8Array(bytes), chosen.name);
      else no("The browser could not read it. Check that the file still exists, then choose it again.");
    },
    offer: (bytes: Uint8Array, name: string) => {
      const offered = BOOK_ENDING.test(name) ? name : `${name}.xlsx`;
      // Invalid workbooks are refused before the download.
      assertBook(bytes);
      download(bytes, offered, BOOK_TYPES[extensionOf(offered)]);
      const action = { label: "Open it here", run: () => openBytes(bytes, offered) };
      desk.set({ notice: { kind: "said", text: `${offered} downloaded. The open workbook is unchanged.`, action } });
    },
  };
}
