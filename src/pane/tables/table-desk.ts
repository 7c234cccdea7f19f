import { listed } from "../../tables/listed-table";
import { inTime } from "../../tables/steps";
import {
  chartedTables,
  drawTableChart,
  failedWork,
  insertTable,
  placeOfTable,
  refreshRemembered,
  removeTable,
  removeTableChart,
  undoChange,
  type TableResult,
  type TableUndo,
} from "../../tables/table-work";
import { rememberedTables, storedText } from "../../tables/table-settings";
import { addressOf } from "../../workbook/cell-address";
import { hiddenWords } from "../hooks/go-to-cell";
import { createListeners } from "../listeners";
import type { PaneHost } from "../pane-host";
import { perBook } from "../per-book";
import { untilStopped } from "../work/until-stopped";
import { NO_WORKBOOK, refusalMessage, type Workbook } from "../workbook";
import { WorkbookRefusal } from "../../workbook/workbook-refusal";
import type { TableCharts, Tables, TableWatch } from "./tables";

const TRY_AGAIN = "This failed. Try again; if this persists, reload the pane.";
const STOPPED = { ok: false, message: "Stopped." } as const;
const BUSY = "Another table is being changed. Try again when it is done.";

type Body = (workbook: Workbook) => Promise<TableResult>;

/** Does one thing at a time on the tables of the open workbook, and turns refusals into results. */
function createTableWork(host: PaneHost) {
  let busy: string | undefined;
  const { notify, onChange } = createListeners();
  const work = async (doing: string, body: Body): Promise<TableResult> => {
    const workbook = host.workbook();
    if (!workbook) return failedWork(NO_WORKBOOK);
    if (busy !== undefined) return failedWork(BUSY);
    busy = doing;
    notify();
    try {
      return await body(workbook);
    } catch (e) {
      return failedWork(refusalMessage(e, TRY_AGAIN));
    } finally {
      busy = undefined;
      notify();
    }
  };
  return { busy: () => busy, work, notify, onChange };
}

/** How the last change of each table is undone, until the table is changed otherwise. */
function createUndos() {
  const undos = new Map<string, TableUndo>();
  return {
    last: (workbook: Workbook, id: string): TableUndo | undefined => {
      const last = undos.get(id);
      return last && last.text === storedText(workbook, id) ? last : undefined;
    },
    set: (id: string, undo: TableUndo) => void undos.set(id, undo),
    remove: (id: string) => void undos.delete(id),
  };
}

/** The workbook, whose reads end at a stop until it is changed: a change that has begun is made to its end. */
function readUntil(workbook: Workbook, signal: AbortSignal | undefined): Workbook {
  const { blocks } = workbook;
  if (!blocks || !signal) return workbook;
  let isChanging = false;
  const reading = <T>(work: Promise<T>): Promise<T> => (isChanging ? work : untilStopped(work, signal));
  const changing = (work: () => Promise<void>): Promise<void> => {
    isChanging = true;
    return work();
  };
  return {
    ...workbook,
    blocks: {
      find: (names) => reading(blocks.find(names)),
      read: (name) => reading(blocks.read(name)),
      references: (sheet) => reading(blocks.references(sheet)),
      set: (...given) => changing(() => blocks.set(...given)),
      edit: (...given) => changing(() => blocks.edit(...given)),
    },
  };
}

async function refreshOne(host: PaneHost, workbook: Workbook, id: string, undos: ReturnType<typeof createUndos>, watch: TableWatch): Promise<TableResult> {
  const { signal, ready, mayMove } = watch;
  const source = {
    asOf: host.asOf,
    now: host.now,
    fetch: async (path: string) => {
      const fetched = await host.fetch(path, signal);
      await ready?.();
      return signal?.aborted ? STOPPED : fetched;
    },
  };
  const last = undos.last(workbook, id);
  const { result, undo } = await inTime(refreshRemembered(source, readUntil(workbook, signal), id, mayMove));
  const isSame = undo?.done?.after !== undefined && undo.done.after === undo.done.before;
  // A refresh without any change does not end the undo of the one before.
  if (undo) undos.set(id, last && isSame ? { ...last, text: undo.text } : undo);
  return result;
}

async function drawn(workbook: Workbook | undefined): Promise<ReadonlySet<string>> {
  try {
    return new Set(workbook && (await inTime(chartedTables(workbook))));
  } catch (e) {
    // The list works without; drawing a chart says what is wrong.
    if (e instanceof WorkbookRefusal) return new Set();
    throw e;
  }
}

function createTableDesk(host: PaneHost): Tables {
  const { busy, work, notify, onChange } = createTableWork(host);
  const results = new Map<string, TableResult>();
  const undos = createUndos();

  const kept = async (id: string, doing: string, body: Body): Promise<TableResult> => {
    const result = await work(doing, body);
    results.set(id, result);
    notify();
    return result;
  };
  const charts: TableCharts = {
    drawn: () => drawn(host.workbook()),
    draw: (id) => work("Drawing the chart", (workbook) => inTime(drawTableChart(workbook, id))),
    remove: (id) => work("Removing the chart", (workbook) => inTime(removeTableChart(workbook, id))),
  };

  return {
    busy,
    list: () => {
      const workbook = host.workbook();
      return workbook ? rememberedTables(workbook).map(listed) : [];
    },
    resultOf: (id) => results.get(id),
    insert: (kind, asked, at) =>
      work("Inserting the table", async (workbook) => {
        const { id, result, undo } = await inTime(insertTable(host, workbook, kind, asked, at));
        if (undo) {
          undos.set(id, undo);
          results.set(id, result);
        }
        return result;
      }),
    refresh: async (ids, watch = {}) => {
      const all: TableResult[] = [];
      for (const [i, id] of ids.entries()) {
        if (watch.signal?.aborted) break;
        const doing = ids.length === 1 ? "Refreshing the table" : `Refreshing table ${i + 1} of ${ids.length}`;
        all.push(await kept(id, doing, (workbook) => refreshOne(host, workbook, id, undos, watch)));
        watch.progress?.(i + 1);
      }
      return all;
    },
    canUndo: (id) => {
      const workbook = host.workbook();
      return workbook !== undefined && undos.last(workbook, id) !== undefined;
    },
    undo: (id) =>
      kept(id, "Undoing", async (workbook) => {
        const last = undos.last(workbook, id);
        if (!last) return failedWork("There is nothing to undo for this table.");
        const result = await inTime(undoChange(workbook, id, last));
        undos.remove(id);
        return result;
      }),
    remove: (id) =>
      work("Removing the table from the list", async (workbook) => {
        const result = await inTime(removeTable(workbook, id));
        undos.remove(id);
        results.delete(id);
        return result;
      }),
    goTo: (id) =>
      work("Going to the table", async (workbook) => {
        const block = await inTime(placeOfTable(workbook, id));
        return (await workbook.goTo(block)) === "hidden" ? failedWork(hiddenWords(block)) : { ok: true, message: `At ${addressOf(block)}.` };
      }),
    get charts() {
      return host.workbook()?.charts && charts;
    },
    onChange,
  };
}

/** The tables of a book: inserts, refreshes and undoes them, one at a time. */
export const tableDeskOf = perBook(createTableDesk);
