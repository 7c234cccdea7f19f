import { useState } from "preact/hooks";
import { counted } from "../../contract/counted";
import { groupedBy } from "../../contract/lists";
import type { Question } from "../../core/question";
import { datedRows } from "../../sources/dated-rows";
import { OBSERVED, SOURCES_LOOK, SOURCES_TITLE, sourcesBlock, type UsedTable } from "../../sources/sources-block";
import type { Used } from "../../sources/used";
import type { CellPlace } from "../../workbook/cell";
import { SelectField } from "../fields/select-field";
import { useAttempt } from "../hooks/use-attempt";
import type { PaneHost } from "../pane-host";
import { answersTo, type CellQuestions, questionsOf } from "../questions/questions-of";
import { useWork, workPerBook, type Working } from "../work/work";
import { WorkProgress } from "../work/progress-bar";
import { untilStopped } from "../work/until-stopped";
import { NO_WORKBOOK, type Scope, type Workbook } from "../workbook";
import { WorkbookRefusal } from "../../workbook/workbook-refusal";
import { usedTable } from "../../sources/used-tables";
import { blockName, rememberedTables } from "../../tables/table-settings";
import type { TabProps } from "../tab";
import { Alert, Button, Section } from "../elements";

/** The workbook's tables that are still on a sheet, as the Sources sheet lists them. */
async function usedTables(workbook: Workbook, signal: AbortSignal): Promise<UsedTable[]> {
  if (!workbook.blocks) return [];
  const tables = rememberedTables(workbook).flatMap(({ id, memory }) => (memory ? [{ id, memory }] : []));
  if (tables.length === 0) return [];
  const blocks = await untilStopped(workbook.blocks.find(tables.map(({ id }) => blockName(id))), signal);
  return tables.flatMap(({ memory }, i): UsedTable[] => {
    const block = blocks[i];
    return block ? [usedTable(memory, block)] : [];
  });
}

/** The sheet that was written, and what is in it. */
interface WrittenSources {
  readonly sheet: string;
  readonly message: string;
}

/** Workbook setting with the name of the last written sheet. */
const SETTING = "service.sources.sheet";
const SHEET = "Sources";

const SCOPES: readonly (readonly [scope: Scope, label: string, words: string])[] = [
  ["workbook", "The whole workbook", "The whole workbook"],
  ["sheet", "This sheet", "One sheet"],
  ["selection", "The selection", "The selection"],
];

/** The sheet to write to, and whether to replace it: only a sheet that this add-in wrote is replaced. */
async function targetOf(workbook: Workbook, signal: AbortSignal): Promise<{ name: string; replace: boolean }> {
  const name = workbook.settings.read(SETTING);
  if (name === undefined) return { name: SHEET, replace: false };
  try {
    const [title] = await workbook.shown([{ sheet: name, row: 0, column: 0 }], { signal });
    return title?.value === SOURCES_TITLE ? { name, replace: true } : { name: SHEET, replace: false };
  } catch (e) {
    // The sheet was deleted or renamed.
    if (e instanceof WorkbookRefusal) return { name: SHEET, replace: false };
    throw e;
  }
}

/** The cells that ask each question. */
function gather(asked: readonly CellQuestions[]): readonly { readonly question: Question; readonly cells: readonly CellPlace[] }[] {
  const pairs = asked.flatMap(({ cell, questions }) => questions.map((question) => ({ question, cell })));
  return [...groupedBy(pairs, ({ question }) => question.key).values()].map((of) => ({ question: of[0]!.question, cells: of.map(({ cell }) => cell) }));
}

async function write(host: PaneHost, scope: Scope, { signal, progress, step }: Working): Promise<WrittenSources | undefined> {
  const workbook = host.workbook();
  if (!workbook) throw new WorkbookRefusal(NO_WORKBOOK);
  const cells = await workbook.serviceCells(scope, { signal, progress });
  const asked = await questionsOf(cells, host, workbook, { signal });
  if (signal.aborted) return undefined;
  const gathered = gather(asked);
  const unknown = asked.filter((one) => one.unknown > 0).length;
  const tables = scope === "workbook" ? await usedTables(workbook, signal) : [];
  if (gathered.length === 0 && tables.length === 0)
    throw new WorkbookRefusal(
      unknown > 0
        ? "The arguments of these SERVICE formulas are not known yet. Recalculate the workbook, then write the sources."
        : "No SERVICE formulas in this scope.",
    );
  step("Fetching missing answers");
  const questions = gathered.map(({ question }) => question);
  const answered = await answersTo(questions, host, signal, progress);
  if (signal.aborted) return undefined;
  const used = gathered.map(({ cells: places }, i): Used => ({ ...answered[i]!, cells: places }));
  step("Writing the sheet");
  const { name, replace } = await targetOf(workbook, signal);
  if (signal.aborted) return undefined;
  const words = SCOPES.find(([one]) => one === scope)?.[2] ?? "";
  const rows = sourcesBlock(used, words, host.now(), { tables, asOf: host.asOf() });
  const dated = datedRows(rows, OBSERVED);
  const sheet = await workbook.writeSheet(name, dated.rows, { replace, look: SOURCES_LOOK, format: dated.format });
  // The sheet is written, whether or not the workbook can remember its name.
  const unsaved = await workbook.settings.write(SETTING, sheet).catch(() => "unsaved");
  const missing = used.filter((u) => !u.answer).length;
  const left = [
    missing > 0 ? ` No answer in ${counted(missing, "row")}; the Value column says why.` : "",
    unknown > 0 ? ` ${counted(unknown, "cell")} with calculated arguments ${unknown === 1 ? "is" : "are"} not listed.` : "",
    unsaved === undefined ? "" : " The workbook cannot remember this sheet, perhaps because it is read-only. Next time the sources go to a new sheet.",
  ].join("");
  return { sheet, message: `Written to the sheet ${sheet}: ${counted(rows.length - SOURCES_LOOK.head - 1, "row")}.${left}` };
}

export const sourcesWorkOf = workPerBook<WrittenSources>();

/** Writes the Sources sheet; one run at a time, which continues when another tab is shown. */
export const writeSources = (host: PaneHost, scope: Scope) =>
  sourcesWorkOf(host).start(
    "Reading the formulas",
    (working) => write(host, scope, working),
    "The sources could not be written. Try again; if this persists, reload the pane.",
  );

/** Writes a sheet with the sources of the data, so that attribution and caveats stay with the workbook. */
export function SourcesSheet({ host, workbook, say }: Pick<TabProps, "host" | "say"> & { readonly workbook: Workbook }) {
  const work = sourcesWorkOf(host);
  const { working, done, failure } = useWork(work);
  const [scope, setScope] = useState<Scope>("workbook");
  const going = useAttempt(say);
  const start = async () => {
    const ended = await writeSources(host, scope);
    // A failure is an alert.
    say(ended.kind === "done" ? ended.result.message : ended.kind === "stopped" ? "Stopped. Nothing was written." : "");
  };
  const goTo = (sheet: string) =>
    void going.run(async () => {
      await workbook.goTo({ sheet, row: 0, column: 0 });
      say(`At ${sheet}.`);
    }, "The sheet could not be shown. Select it by its tab.");
  return (
    <Section class="dense" id="inspect-notes" heading="Sources sheet">
      <p>Writes a sheet with source, date, attribution and caveats of the data used, one row per figure.</p>
      <SelectField id="inspect-scope" label="Scope" value={scope} options={SCOPES.map(([one, label]) => [one, label] as const)} choose={setScope} />
      {working ? <WorkProgress {...working} stop={work.stop} /> : <Button words="Write the sources" act={start} />}
      <Alert message={failure} />
      {done && (
        <>
          <p>{done.message}</p>
          <Button class="small" words={`Go to ${done.sheet}`} act={() => goTo(done.sheet)} />
          <Alert message={going.problem} />
        </>
      )}
    </Section>
  );
}
