import { keyedRows } from "../../tables/match-table";
import { kindOf } from "../../tables/kinds";
import type { Asked, TableKind } from "../../tables/kind";
import type { TableMemory } from "../../tables/memory";
import { blockName, type Remembered } from "../../tables/settings";
import { memoryBefore, rowsBefore } from "../../tables/undo-rows";
import type { RefreshReport } from "../../tables/refresh-report";
import type { PlainContent } from "../../workbook/sheet-edits";
import type { CellPlace } from "../../workbook/cell";
import { addressOf } from "../../workbook/cell-address";
import { blockText } from "../../workbook/cell-address";
import { counted } from "../../contract/counted";
import { createListeners } from "../listeners";
import type { PaneHost } from "../pane-host";
import { perHost } from "../per-host";
import { refusalMessage, WorkbookRefusal, type Workbook } from "../workbook";
import { blocksOf, clearTable, placeTable, refreshTable, undoRefresh, type DoneRefresh } from "./place-table";
import { readTable } from "./read-data";
import { notesOf } from "./table-notes";
import { checkSize, forget, freeId, remember, rememberedTables, textOf } from "./table-settings";

/** The result of the last work on a table, in a sentence; `report` after a refresh. */
export interface TableResult {
  readonly ok: boolean;
  readonly message: string;
  readonly report?: RefreshReport;
}

/** How to take back the last change of a table. */
interface Undo {
  /** The setting after the change: with another one, the change is no longer the last, or another workbook is open. */
  readonly text: string;
  readonly before: TableMemory | "insertion";
  /** What the refresh did. */
  readonly done: DoneRefresh | undefined;
}

/** The workbook's tables: inserts, refreshes and undoes them, one at a time. No call rejects. */
interface TableDesk {
  /** What is being done; undefined if nothing. */
  busy(): string | undefined;
  list(workbook: Workbook): readonly Remembered[];
  resultOf(id: string): TableResult | undefined;
  insert(workbook: Workbook, kind: TableKind, asked: Asked, at: CellPlace): Promise<TableResult>;
  refresh(workbook: Workbook, ids: readonly string[]): Promise<readonly TableResult[]>;
  canUndo(workbook: Workbook, id: string): boolean;
  undo(workbook: Workbook, id: string): Promise<TableResult>;
  /** Forgets the table; its cells stay. */
  remove(workbook: Workbook, id: string): Promise<TableResult>;
  goTo(workbook: Workbook, id: string): Promise<TableResult>;
  drawChart(workbook: Workbook, id: string): Promise<TableResult>;
  onChange(listener: () => void): () => void;
}

const failed = (message: string): TableResult => ({ ok: false, message });
const TRY_AGAIN = "This did not work. Try again; if this persists, reload the pane.";
const BUSY = "Another table is being changed. Try again when it is done.";

/** The rows in the columns that a table was inserted with. */
function inColumns(memory: TableMemory, columns: TableMemory["columns"], rows: TableMemory["rows"]): { rows: PlainContent[][]; missing: string[] } {
  const at = memory.columns.map(({ id }) => columns.findIndex((c) => c.id === id));
  const missing = memory.columns.filter((_, i) => at[i] === -1).map(({ heading }) => heading);
  return { rows: rows.map((row) => at.map((i) => row[i] ?? null)), missing };
}

function refreshWords({ added, removed, revised, kept, struck, restored }: RefreshReport): string {
  const parts = [
    added.length > 0 ? `${counted(added.length, "row")} added` : "",
    revised.length > 0 ? `${counted(revised.length, "value")} revised` : "",
    removed.length > 0 ? `${counted(removed.length, "row")} removed` : "",
    struck.length > 0 ? `${counted(struck.length, "row")} no longer published, kept and struck out` : "",
    restored > 0 ? `${counted(restored, "deleted cell or row", "deleted cells and rows")} back` : "",
    kept.length > 0 ? `${counted(kept.length, "value")} of yours kept` : "",
  ].filter(Boolean);
  return parts.length === 0 ? "No changes." : `${parts.join(", ")}.`;
}

function createTableDesk(host: PaneHost): TableDesk {
  let busy: string | undefined;
  const results = new Map<string, TableResult>();
  const undos = new Map<string, Undo>();
  const { notify, onChange } = createListeners();

  /** Does one thing at a time, and turns refusals into results. */
  async function work(doing: string, body: () => Promise<TableResult>): Promise<TableResult> {
    if (busy !== undefined) return failed(BUSY);
    busy = doing;
    notify();
    try {
      return await body();
    } catch (e) {
      return failed(refusalMessage(e, TRY_AGAIN));
    } finally {
      busy = undefined;
      notify();
    }
  }

  const memoryOf = (workbook: Workbook, id: string): TableMemory => {
    const memory = rememberedTables(workbook).find((t) => t.id === id)?.memory;
    if (!memory) throw new WorkbookRefusal("What the workbook remembers of this table cannot be read. Remove it from the list, and insert it again.");
    return memory;
  };

  /** Lets the table's chart show its rows as they are now. */
  async function followChart(workbook: Workbook, id: string): Promise<void> {
    const [block] = workbook.charts ? await blocksOf(workbook).find([blockName(id)]) : [];
    if (block) await workbook.charts?.follow(blockName(id), block);
  }

  async function insert(workbook: Workbook, kind: TableKind, asked: Asked, at: CellPlace): Promise<TableResult> {
    const asOf = host.asOf();
    const read = await readTable(host, kind, asked);
    if (!read.ok) return failed(read.message);
    const { data } = read;
    const memory: TableMemory = {
      id: await freeId(workbook),
      kind: kind.id,
      asked,
      orientation: asked.orientation === "across" || asked.orientation === "down" ? asked.orientation : (kind.lies ?? "down"),
      columns: data.columns,
      rows: [...keyedRows(data).values()],
      notes: notesOf(data, asOf),
      gone: [],
      at: host.now(),
      sample: data.sample,
      ...(asOf === undefined ? {} : { asOf }),
    };
    checkSize(workbook, memory);
    const area = await placeTable(workbook, memory, at);
    const text = await remember(workbook, memory);
    undos.set(memory.id, { text, before: "insertion", done: undefined });
    const result = {
      ok: true,
      message: `Inserted at ${addressOf(area)}:${blockText(area).split(":")[1] ?? blockText(area)}: ${counted(memory.rows.length, "row")}${data.sample ? " of sample data" : ""}.`,
    };
    results.set(memory.id, result);
    return result;
  }

  async function refresh(workbook: Workbook, id: string): Promise<TableResult> {
    const memory = memoryOf(workbook, id);
    const kind = kindOf(memory.kind);
    if (!kind) return failed("This table is of a kind that this version does not have. Update the add-in, then refresh.");
    const asOf = host.asOf();
    const read = await readTable(host, kind, memory.asked);
    if (!read.ok) return failed(`${read.message} The table is unchanged.`);
    const { rows, missing } = inColumns(memory, read.data.columns, read.data.rows);
    if (missing.length > 0) return failed(`The service no longer has ${missing.join(", ")}. Insert the table again. Nothing was changed.`);
    const notes = notesOf(read.data, asOf);
    checkSize(workbook, { ...memory, rows });
    const done = await refreshTable(workbook, memory, { rows, notes });
    const { plan } = done;
    const { asOf: _, ...rest } = memory;
    const after = { ...rest, rows: plan.rows, gone: plan.gone, notes, at: host.now(), sample: read.data.sample, ...(asOf === undefined ? {} : { asOf }) };
    const text = await remember(workbook, after);
    undos.set(id, { text, before: memory, done });
    await followChart(workbook, id);
    return { ok: true, message: refreshWords(plan.report), report: plan.report };
  }

  async function undo(workbook: Workbook, id: string): Promise<TableResult> {
    const known = undos.get(id);
    if (!known || known.text !== textOf(workbook, id)) return failed("There is nothing to undo for this table.");
    const memory = memoryOf(workbook, id);
    if (known.before === "insertion" || !known.done) {
      await clearTable(workbook, memory);
      await forget(workbook, id);
      undos.delete(id);
      results.delete(id);
      return { ok: true, message: "The insertion is undone. Cells that you changed stay." };
    }
    const { before, done } = known;
    if (await undoRefresh(workbook, memory, done)) {
      await remember(workbook, before);
      undos.delete(id);
      await followChart(workbook, id);
      return { ok: true, message: "The last refresh is undone." };
    }
    const { plan } = await refreshTable(workbook, memory, { rows: rowsBefore(before, done.plan), notes: before.notes, pull: done.plan.moved });
    await remember(workbook, memoryBefore(before, plan));
    undos.delete(id);
    const { kept, struck } = plan.report;
    const stays = [
      kept.length > 0
        ? `${counted(kept.length, "cell")} that you changed since ${kept.length === 1 ? "stays" : "stay"}: ${kept
            .map((k) => `${k.row}, ${k.column}`)
            .slice(0, 5)
            .join("; ")}.`
        : "",
      struck.length > 0 ? `${counted(struck.length, "row")} that you used since ${struck.length === 1 ? "stays" : "stay"}, struck out.` : "",
    ].filter(Boolean);
    return { ok: true, message: ["The sheet was changed since the refresh. The refresh is undone, and your changes stay.", ...stays].join(" ") };
  }

  const kept = async (id: string, doing: string, body: () => Promise<TableResult>): Promise<TableResult> => {
    const result = await work(doing, body);
    results.set(id, result);
    notify();
    return result;
  };

  const placeOf = async (workbook: Workbook, id: string) => {
    const [block] = await blocksOf(workbook).find([blockName(id)]);
    if (!block) throw new WorkbookRefusal("The cells of this table were deleted. Remove it from the list, or insert it again.");
    return block;
  };

  return {
    busy: () => busy,
    list: rememberedTables,
    resultOf: (id) => results.get(id),
    insert: (workbook, kind, asked, at) => work("Inserting the table", () => insert(workbook, kind, asked, at)),
    refresh: async (workbook, ids) => {
      const all: TableResult[] = [];
      for (const [i, id] of ids.entries()) {
        const doing = ids.length === 1 ? "Refreshing the table" : `Refreshing table ${i + 1} of ${ids.length}`;
        all.push(await kept(id, doing, () => refresh(workbook, id)));
      }
      return all;
    },
    canUndo: (workbook, id) => undos.get(id) !== undefined && undos.get(id)?.text === textOf(workbook, id),
    undo: (workbook, id) => kept(id, "Undoing", () => undo(workbook, id)),
    remove: (workbook, id) =>
      work("Removing the table from the list", async () => {
        await forget(workbook, id);
        undos.delete(id);
        results.delete(id);
        return { ok: true, message: "Removed from the list. Its cells stay, and are no longer refreshed." };
      }),
    goTo: (workbook, id) =>
      work("Going to the table", async () => {
        const block = await placeOf(workbook, id);
        await workbook.goTo(block);
        return { ok: true, message: `At ${addressOf(block)}.` };
      }),
    drawChart: (workbook, id) =>
      work("Drawing the chart", async () => {
        const memory = memoryOf(workbook, id);
        const block = await placeOf(workbook, id);
        if (!workbook.charts) return failed("This host draws no charts on a sheet.");
        await workbook.charts.draw(blockName(id), block, memory.notes[0] ?? "");
        return { ok: true, message: "Chart drawn beside the table." };
      }),
    onChange,
  };
}

/** The tables of a host's workbooks; one desk per host. */
export const tableDeskOf = perHost(createTableDesk);
