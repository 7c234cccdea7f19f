import { failureIn, type Answer } from "../../core/outcome";
import type { Question } from "../../core/question";
import type { CellPlace } from "../../workbook/cell";
import type { PaneHost } from "../pane-host";
import { paneWords } from "../pane-words";
import { questionsOf } from "../questions/questions-of";
import { WorkbookRefusal, type Scope, type Workbook } from "../workbook";
import { SOURCES_TITLE, sourcesBlock, type Used } from "./sources-block";
import { counted } from "../../contract/counted";
import { perHost } from "../per-host";

export type SourcesState =
  | { readonly kind: "idle"; readonly written?: { readonly sheet: string; readonly message: string }; readonly problem?: string }
  | { readonly kind: "working"; readonly doing: string; readonly done: number; readonly of: number };

/** Writes the Sources block of a workbook; one run at a time, which goes on when another tab is shown. */
interface SourcesWriter {
  state(): SourcesState;
  /** Resolves with a sentence that says what came of it. */
  start(scope: Scope): Promise<string>;
  stop(): void;
  onChange(listener: () => void): () => void;
}

/** The setting that holds the name of the sheet that was written before. */
const SETTING = "service.sources.sheet";
const SHEET = "Sources";
/** Questions under way at once: enough to fill the core's requests, few enough to be stopped. */
const SLICE = 2000;

const SCOPE_WORDS: Readonly<Record<Scope, string>> = { workbook: "The whole workbook", sheet: "One sheet", selection: "The selection" };

interface Gathered {
  readonly question: Question;
  readonly cells: CellPlace[];
}

/** The name to write to, and whether what is there is ours to replace: a sheet of this name that somebody else made is left alone. */
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

function createSourcesWriter(host: PaneHost): SourcesWriter {
  let state: SourcesState = { kind: "idle" };
  let running: AbortController | undefined;
  const listeners = new Set<() => void>();
  const set = (next: SourcesState) => {
    state = next;
    for (const listener of [...listeners]) listener();
  };

  async function answersOf(gathered: readonly Gathered[], signal: AbortSignal): Promise<Used[]> {
    const used: Used[] = gathered.map((g) => ({ ...g, answer: host.cells.last(g.question), why: undefined }));
    const open = used.flatMap((u, i) => (u.answer ? [] : [i]));
    for (let from = 0; from < open.length && !signal.aborted; from += SLICE) {
      set({ kind: "working", doing: "Fetching missing answers", done: from, of: open.length });
      await Promise.all(
        open.slice(from, from + SLICE).map(async (i) => {
          const before = used[i] as Used;
          const outcome = await host.cells.ask(before.question, signal);
          const answer: Answer | undefined = outcome.kind === "answer" ? outcome.answer : undefined;
          const failure = failureIn(outcome);
          const why = answer ? undefined : failure ? paneWords(failure) : outcome.kind === "error_in" ? `An argument is ${outcome.error}.` : undefined;
          used[i] = { ...before, answer, why };
        }),
      );
    }
    return used;
  }

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
    if (signal.aborted) return { kind: "idle", problem: "Stopped; nothing was written." };
    if (byKey.size === 0)
      return {
        kind: "idle",
        problem:
          unknown > 0
            ? "The arguments of the SERVICE formulas here are not known yet. Calculate the workbook, then write the sources."
            : "No SERVICE formulas here.",
      };
    const used = await answersOf([...byKey.values()], signal);
    if (signal.aborted) return { kind: "idle", problem: "Stopped; nothing was written." };
    set({ kind: "working", doing: "Writing the sheet", done: 0, of: 0 });
    const { name, replace } = await targetOf(workbook);
    const sheet = await workbook.writeSheet(name, sourcesBlock(used, SCOPE_WORDS[scope], host.now()), { replace });
    await workbook.settings.write(SETTING, sheet);
    const missing = used.filter((u) => !u.answer).length;
    const left = [
      missing > 0 ? ` ${missing} of them have no answer; their rows say why.` : "",
      unknown > 0 ? ` ${unknown} cells with calculated arguments are not in it.` : "",
    ].join("");
    return { kind: "idle", written: { sheet, message: `Written to the sheet ${sheet}: ${counted(used.length, "row")}.${left}` } };
  }

  return {
    state: () => state,
    stop: () => running?.abort(),
    start: async (scope) => {
      const workbook = host.workbook();
      if (running) return "The sources are already being written.";
      if (!workbook) return "No workbook is open.";
      const controller = new AbortController();
      running = controller;
      let end: SourcesState & { kind: "idle" };
      try {
        end = await run(workbook, scope, controller.signal);
      } catch (e) {
        end = {
          kind: "idle",
          problem: e instanceof WorkbookRefusal ? e.message : "The sources could not be written. Try again; if this persists, reload the pane.",
        };
      }
      running = undefined;
      set(end);
      return end.written?.message ?? end.problem ?? "";
    },
    onChange: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** The one writer of this host. */
export const sourcesWriterOf = perHost(createSourcesWriter);
