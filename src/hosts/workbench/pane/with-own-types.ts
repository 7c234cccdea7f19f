import type { PaneHost } from "../../../pane/pane-host";
import { WorkbookRefusal, type NamedBlocks, type NamedCharts, type Workbook } from "../../../pane/workbook";

/** Converts a refusal from another frame to this frame's class: `instanceof` fails across frames. */
const own = (thrown: unknown): unknown =>
  (thrown as { name?: unknown } | undefined)?.name === "WorkbookRefusal" ? new WorkbookRefusal((thrown as Error).message) : thrown;

/** Wraps a call so that it rejects with this frame's types. */
function translated<A extends unknown[], T>(call: (...args: A) => Promise<T>): (...args: A) => Promise<T> {
  return async (...args) => {
    try {
      return await call(...args);
    } catch (thrown) {
      throw own(thrown);
    }
  };
}

const blocksWithOwnTypes = (blocks: NamedBlocks): NamedBlocks => ({
  find: translated(blocks.find),
  read: translated(blocks.read),
  set: translated(blocks.set),
  edit: translated(blocks.edit),
  references: translated(blocks.references),
});

const chartsWithOwnTypes = (charts: NamedCharts): NamedCharts => ({
  find: translated(charts.find),
  draw: translated(charts.draw),
  follow: translated(charts.follow),
  remove: translated(charts.remove),
  release: translated(charts.release),
});

function workbookWithOwnTypes(book: Workbook): Workbook {
  return {
    selection: translated(book.selection),
    onSelection: book.onSelection,
    serviceCells: translated(book.serviceCells),
    shown: translated(book.shown),
    recalculate: translated(book.recalculate),
    write: translated(book.write),
    writeSheet: translated(book.writeSheet),
    goTo: translated(book.goTo),
    reenter: translated(book.reenter),
    file: translated(async (watch) => new Uint8Array(await book.file(watch))),
    open: translated(book.open),
    defineName: translated(book.defineName),
    ...(book.fileName ? { fileName: book.fileName } : {}),
    ...(book.isEditing ? { isEditing: book.isEditing } : {}),
    ...(book.arrays ? { arrays: book.arrays } : {}),
    ...(book.blocks ? { blocks: blocksWithOwnTypes(book.blocks) } : {}),
    ...(book.charts ? { charts: chartsWithOwnTypes(book.charts) } : {}),
    settings: { read: book.settings.read, write: translated(book.settings.write) },
  };
}

/** Wraps a host from another frame, so that `instanceof` works for what it throws and for its bytes. */
export function withOwnTypes(host: PaneHost): PaneHost {
  let theirs: Workbook | undefined;
  let ours: Workbook | undefined;
  return {
    ...host,
    workbook: () => {
      const book = host.workbook();
      if (book !== theirs) [theirs, ours] = [book, book && workbookWithOwnTypes(book)];
      return ours;
    },
  };
}
