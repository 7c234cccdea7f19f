import type { IWorkbookData, Workbook } from "@univerjs/core";
import type { Book } from "../../../src/workbook/book";
import type { CellValue } from "../../../src/workbook/cell";
import { rangeOfBlock } from "../../../src/engine/book/ranges";
import { blockIn, cellIn } from "../../../src/workbook/cell-reference";
import type { BookEdit } from "../../../src/workbook/edits/moved-areas";
import { loadEngine } from "./engine-bundle";
import { fakeTimers } from "../../time";

const {
  createHeadlessEngine,
  dataOfBook,
  bookOfData,
  followEdits,
  readNamesInCells,
  ICommandService,
  IDefinedNamesService,
  IResourceLoaderService,
  IUniverInstanceService,
} = loadEngine();

/** A workbook in the engine, edited by Univer's commands. */
export interface EditedBook {
  readonly unitId: string;
  /** The id of a sheet by its name. */
  id(sheet: string): string;
  /** Brings a sheet to the front: some commands change only that. */
  show(sheet: string): void;
  /** The id of a name. */
  nameId(name: string, sheet?: string): string;
  run(command: string, params?: object): Promise<boolean>;
  /** Does this while the next calculation runs, after it has read its cells. */
  duringCalculation(work: () => void): void;
  /** Calculates what an edit changed. */
  settled(): Promise<void>;
  value(sheet: string, address: string): CellValue;
  book(): Book;
  /** What moved cells, and renamed or deleted sheets. */
  edits(): readonly BookEdit[];
  dispose(): void;
}

let books = 0;

export async function openBook(book: Book): Promise<EditedBook> {
  const unitId = `edited-${++books}`;
  const engine = createHeadlessEngine(dataOfBook(book, unitId), { functions: new Map(), metadata: { functions: [] } });
  const { injector } = engine;
  const log = followEdits(injector);
  readNamesInCells(injector);
  const instances = injector.get(IUniverInstanceService);
  const commands = injector.get(ICommandService);
  instances.focusUnit(unitId);
  const workbook = (): Workbook => instances.getUnit<Workbook>(unitId)!;
  const id = (sheet: string): string => workbook().getSheetBySheetName(sheet)!.getSheetId();
  await engine.settled();
  return {
    unitId,
    id,
    show: (sheet) => void commands.syncExecuteCommand("sheet.operation.set-worksheet-active", { unitId, subUnitId: id(sheet) }),
    nameId: (name, sheet) => {
      const local = sheet === undefined ? "AllDefaultWorkbook" : id(sheet);
      return Object.values(injector.get(IDefinedNamesService).getDefinedNameMap(unitId) ?? {}).find((one) => one.name === name && one.localSheetId === local)!
        .id;
    },
    run: (command, params = {}) => commands.executeCommand(command, { unitId, ...params }),
    duringCalculation: (work) => {
      const listener = commands.beforeCommandExecuted(({ id: command }) => {
        if (command !== "formula.mutation.set-formula-calculation-result") return;
        listener.dispose();
        work();
      });
    },
    settled: () => engine.settled(),
    value: (sheet, address) => {
      const { row, column } = cellIn(address)!;
      return engine.cell(sheet, row, column).value;
    },
    book: () => {
      const data = injector.get(IResourceLoaderService).saveUnit(unitId) as IWorkbookData;
      return bookOfData({ data, activeSheet: "", settings: {}, sharedFormula: () => undefined, spill: () => undefined });
    },
    edits: () => log.of(unitId),
    dispose: () => engine.dispose(),
  };
}

/** Lets Univer calculate without waiting. */
export async function calculated<T>(work: Promise<T>): Promise<T> {
  await jest.advanceTimersByTimeAsync(1_000);
  return work;
}

/** Registers what tests of edited books need, and returns how they open one: without waiting, and disposed of after its test. */
export function openedBooks(): (book: Book) => Promise<EditedBook> {
  const open: EditedBook[] = [];
  beforeEach(() => void fakeTimers({ only: ["setTimeout", "clearTimeout"] }));
  afterEach(() => {
    for (const book of open.splice(0)) book.dispose();
    jest.useRealTimers();
  });
  return async (book) => {
    const opened = await calculated(openBook(book));
    open.push(opened);
    return opened;
  };
}

/** A range of the grid: `A1:B2`. */
export const gridRange = (address: string) => rangeOfBlock(blockIn(address)!);
