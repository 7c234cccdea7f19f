import type { Asked, TableKind } from "../../tables/kind";
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
import { type Remembered, rememberedTables, storedText } from "../../tables/table-settings";
import type { CellPlace } from "../../workbook/cell";
import { addressOf } from "../../workbook/cell-address";
import { createListeners } from "../listeners";
import type { PaneHost } from "../pane-host";
import { perBook } from "../per-book";
import { refusalMessage, WorkbookRefusal, type Workbook } from "../workbook";
import type { Tables } from "./tables";

interface TableWatch {
  readonly signal?: AbortSignal;
  /** Called after each table. */
  readonly progress?: (done: number) => void;
  /** Resolves when the sheet may be changed. */
  readonly ready?: () => Promise<void>;
  /** True if the user agreed that rows with something of theirs move below the table. */
  readonly mayMove?: boolean;
}

/** The workbook's tables: inserts, refreshes and undoes them, one at a time. No call rejects. */
interface TableDesk {
  /** What is being done; undefined if nothing. */
  busy(): string | undefined;
  list(workbook: Workbook): readonly Remembered[];
  resultOf(id: string): TableResult | undefined;
  insert(workbook: Workbook, kind: TableKind, asked: Asked, at: CellPlace): Promise<TableResult>;
  /** Returns the results in order. After a stop, the rest of the tables has none. */
  refresh(workbook: Workbook, ids: readonly string[], watch?: TableWatch): Promise<readonly TableResult[]>;
  canUndo(workbook: Workbook, id: string): boolean;
  undo(workbook: Workbook, id: string): Promise<TableResult>;
  /** Forgets the table; its cells stay. */
  remove(workbook: Workbook, id: string): Promise<TableResult>;
  goTo(workbook: Workbook, id: string): Promise<TableResult>;
  /** The ids of the tables with a chart; none if the host cannot tell. */
  charted(workbook: Workbook): Promise<ReadonlySet<string>>;
  drawChart(workbook: Workbook, id: string): Promise<TableResult>;
  removeChart(workbook: Workbook, id: string): Promise<TableResult>;
  onChange(listener: () => void): () => void;
}

const TRY_AGAIN = "This failed. Try again; if this persists, reload the pane.";
const STOPPED = { ok: false, message: "Stopped." } as const;
const BUSY = "Another table is being changed. Try again when it is done.";

function createTableDesk(host: PaneHost): TableDesk {
  let busy: string | undefined;
  const results = new Map<string, TableResult>();
  const undos = new Map<string, TableUndo>();
  const { notify, onChange } = createListeners();

  /** Does one thing at a time, and turns refusals into results. */
  async function work(doing: string, body: () => Promise<TableResult>): Promise<TableResult> {
    if (busy !== undefined) return failedWork(BUSY);
    busy = doing;
    notify();
    try {
      return await body();
    } catch (e) {
      return failedWork(refusalMessage(e, TRY_AGAIN));
    } finally {
      busy = undefined;
      notify();
    }
  }

  async function insert(workbook: Workbook, kind: TableKind, asked: Asked, at: CellPlace): Promise<TableResult> {
    const { id, result, undo } = await inTime(insertTable(host, workbook, kind, asked, at));
    if (undo) {
      undos.set(id, undo);
      results.set(id, result);
    }
    return result;
  }

  const lastOf = (workbook: Workbook, id: string): TableUndo | undefined => {
    const last = undos.get(id);
    return last && last.text === storedText(workbook, id) ? last : undefined;
  };

  async function refresh(workbook: Workbook, id: string, { signal, ready, mayMove }: TableWatch): Promise<TableResult> {
    const source = {
      asOf: host.asOf,
      now: host.now,
      fetch: async (path: string) => {
        const fetched = await host.fetch(path, signal);
        await ready?.();
        return signal?.aborted ? STOPPED : fetched;
      },
    };
    const last = lastOf(workbook, id);
    const { result, undo } = await inTime(refreshRemembered(source, workbook, id, mayMove));
    const isSame = undo?.done?.after !== undefined && undo.done.after === undo.done.before;
    // A refresh without any change does not end the undo of the one before.
    if (undo) undos.set(id, last && isSame ? { ...last, text: undo.text } : undo);
    return result;
  }

  async function undo(workbook: Workbook, id: string): Promise<TableResult> {
    const last = lastOf(workbook, id);
    if (!last) return failedWork("There is nothing to undo for this table.");
    const result = await inTime(undoChange(workbook, id, last));
    undos.delete(id);
    return result;
  }

  const kept = async (id: string, doing: string, body: () => Promise<TableResult>): Promise<TableResult> => {
    const result = await work(doing, body);
    results.set(id, result);
    notify();
    return result;
  };

  return {
    busy: () => busy,
    list: rememberedTables,
    resultOf: (id) => results.get(id),
    insert: (workbook, kind, asked, at) => work("Inserting the table", () => insert(workbook, kind, asked, at)),
    refresh: async (workbook, ids, watch = {}) => {
      const all: TableResult[] = [];
      for (const [i, id] of ids.entries()) {
        if (watch.signal?.aborted) break;
        const doing = ids.length === 1 ? "Refreshing the table" : `Refreshing table ${i + 1} of ${ids.length}`;
        all.push(await kept(id, doing, () => refresh(workbook, id, watch)));
        watch.progress?.(i + 1);
      }
      return all;
    },
    canUndo: (workbook, id) => lastOf(workbook, id) !== undefined,
    undo: (workbook, id) => kept(id, "Undoing", () => undo(workbook, id)),
    remove: (workbook, id) =>
      work("Removing the table from the list", async () => {
        const result = await inTime(removeTable(workbook, id));
        undos.delete(id);
        results.delete(id);
        return result;
      }),
    goTo: (workbook, id) =>
      work("Going to the table", async () => {
        const block = await inTime(placeOfTable(workbook, id));
        await workbook.goTo(block);
        return { ok: true, message: `At ${addressOf(block)}.` };
      }),
    charted: async (workbook) => {
      try {
        return new Set(await inTime(chartedTables(workbook)));
      } catch (e) {
        // The list works without; drawing a chart says what is wrong.
        if (e instanceof WorkbookRefusal) return new Set();
        throw e;
      }
    },
    drawChart: (workbook, id) => work("Drawing the chart", () => inTime(drawTableChart(workbook, id))),
    removeChart: (workbook, id) => work("Removing the chart", () => inTime(removeTableChart(workbook, id))),
    onChange,
  };
}

/** A desk's tables in one workbook. */
export const tablesIn = (desk: TableDesk, workbook: Workbook): Tables => ({
  busy: desk.busy,
  list: () => desk.list(workbook).map(listed),
  resultOf: desk.resultOf,
  insert: (kind, asked, at) => desk.insert(workbook, kind, asked, at),
  refresh: (ids, mayMove = false) => desk.refresh(workbook, ids, { mayMove }),
  canUndo: (id) => desk.canUndo(workbook, id),
  undo: (id) => desk.undo(workbook, id),
  remove: (id) => desk.remove(workbook, id),
  goTo: (id) => desk.goTo(workbook, id),
  ...(workbook.charts
    ? {
        charts: {
          drawn: () => desk.charted(workbook),
          draw: (id: string) => desk.drawChart(workbook, id),
          remove: (id: string) => desk.removeChart(workbook, id),
        },
      }
    : {}),
  onChange: desk.onChange,
});

/** The tables of a book; one desk per book. */
export const tableDeskOf = perBook(createTableDesk);
