import type { Question } from "../../core/question";
import type { CellPlace } from "../../workbook/cell";
import type { PaneHost } from "../pane-host";
import { answersTo } from "../questions/answers-to";
import { usedTables } from "../tables/used-tables";
import { questionsOf } from "../questions/questions-of";
import { refusalMessage, WorkbookRefusal, type Scope, type Workbook } from "../workbook";
import { OBSERVED, SOURCES_LOOK, SOURCES_TITLE, sourcesBlock } from "../../sources/sources-block";
import { datedRows } from "../../sources/dated-rows";
import type { Used } from "../../sources/used";
import { counted } from "../../contract/counted";
import { createListeners } from "../listeners";
import { perBook, type BookOpen } from "../per-book";

export type SourcesState =
  | { readonly kind: "idle"; readonly written?: { readonly sheet: string; readonly message: string }; readonly problem?: string }
  | { readonly kind: "working"; readonly doing: string; readonly done: number; readonly of: number };

/** Writes the Sources sheet; one run at a time, which continues when another tab is shown. */
interface SourcesWriter {
  state(): SourcesState;
  /** Resolves with the result as a sentence. */
  start(scope: Scope): Promise<string>;
  stop(): void;
  onChange(listener: () => void): () => void;
}

/** Workbook setting with the name of the last written sheet. */
const SETTING = "service.sources.sheet";
const SHEET = "Sources";
const STOPPED = "Stopped. Nothing was written.";

const SCOPE_WORDS: Readonly<Record<Scope, string>> = { workbook: "The whole workbook", sheet: "One sheet", selection: "The selection" };

interface Gathered {
  readonly question: Question;
  readonly cells: CellPlace[];
}

/** The sheet to write to, and whether to replace it: only a sheet that this add-in wrote is replaced. */
async function targetOf(workbook: Workbook): Promise<{ name: string; replace: boolean }> {
  const name = workbook.settings.read(SETTING);
  if (name === undefined) return { name: SHEET, replace: false };
  try {
    const [title] = await workbook.shown([{ sheet: name, row: 0, column: 0 }]);
    return title?.value === SOURCES_TITLE ? { name, replace: true } : { name: SHEET, replace: false };
  } catch (e) {
    // The sheet was deleted or renamed.
    if (e instanceof WorkbookRefusal) return { name: SHEET, replace: false };
    throw e;
  }
}

function createSourcesWriter(host: PaneHost, open: BookOpen): SourcesWriter {
  let state: SourcesState = { kind: "idle" };
  let running: AbortController | undefined;
  const { notify, onChange } = createListeners();
  const set = (next: SourcesState) => {
    state = next;
    notify();
  };

  async function run(workbook: Workbook, scope: Scope, signal: AbortSignal): Promise<SourcesState & { kind: "idle" }> {
    const progress = (doing: string) => (done: number, of: number) => set({ kind: "working", doing, done, of });
    set({ kind: "working", doing: "Reading the formulas", done: 0, of: 0 });
    const cells = await workbook.serviceCells(scope, { signal, progress: progress("Reading the formulas") });
    const asked = await questionsOf(cells, host, workbook, { signal });
    const byKey = new Map<string, Gathered>();
    let unknown = 0;
    for (const { cell, questions, unknown: more } of asked) {
      if (more > 0) unknown++;
      for (const question of questions) {
        const known = byKey.get(question.key);
        if (known) known.cells.push(cell);
        else byKey.set(question.key, { question, cells: [cell] });
      }
    }
    if (signal.aborted) return { kind: "idle", problem: STOPPED };
    const tables = scope === "workbook" ? await usedTables(workbook) : [];
    if (byKey.size === 0 && tables.length === 0)
      return {
        kind: "idle",
        problem:
          unknown > 0
            ? "The arguments of these SERVICE formulas are not known yet. Recalculate the workbook, then write the sources."
            : "No SERVICE formulas in this scope.",
      };
    const gathered = [...byKey.values()];
    const answered = await answersTo(
      gathered.map(({ question }) => question),
      host,
      signal,
      progress("Fetching missing answers"),
    );
    const used = gathered.map(({ cells: places }, i): Used => ({ ...answered[i]!, cells: places }));
    if (signal.aborted) return { kind: "idle", problem: STOPPED };
    set({ kind: "working", doing: "Writing the sheet", done: 0, of: 0 });
    const { name, replace } = await targetOf(workbook);
    const rows = sourcesBlock(used, SCOPE_WORDS[scope], host.now(), { tables, asOf: host.asOf() });
    const dated = datedRows(rows, OBSERVED);
    const sheet = await workbook.writeSheet(name, dated.rows, { replace, look: SOURCES_LOOK, format: dated.format });
    await workbook.settings.write(SETTING, sheet);
    const missing = used.filter((u) => !u.answer).length;
    const left = [
      missing > 0 ? ` No answer in ${counted(missing, "row")}; the Value column says why.` : "",
      unknown > 0 ? ` ${counted(unknown, "cell")} with calculated arguments ${unknown === 1 ? "is" : "are"} not listed.` : "",
    ].join("");
    return { kind: "idle", written: { sheet, message: `Written to the sheet ${sheet}: ${counted(rows.length - SOURCES_LOOK.head - 1, "row")}.${left}` } };
  }

  open.addEventListener("abort", () => running?.abort());

  return {
    state: () => state,
    stop: () => running?.abort(),
    start: async (scope) => {
      const workbook = host.workbook();
      if (running) return "The sources are already being written.";
      if (!workbook) return "No workbook is open. Open the pane in Excel or in the workbench.";
      const controller = new AbortController();
      running = controller;
      let end: SourcesState & { kind: "idle" };
      try {
        end = await run(workbook, scope, controller.signal);
      } catch (e) {
        end = {
          kind: "idle",
          problem: refusalMessage(e, "The sources could not be written. Try again; if this persists, reload the pane."),
        };
      }
      running = undefined;
      set(end);
      return end.written?.message ?? end.problem ?? "";
    },
    onChange,
  };
}

/** One writer per book. */
export const sourcesWriterOf = perBook(createSourcesWriter);
