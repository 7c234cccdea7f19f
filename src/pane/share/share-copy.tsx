import { useEffect } from "preact/hooks";
import { type Audit, auditorOf, scan } from "../audit/audit-of";
import { WorkbookNeeded } from "../notices/workbook-section";
import { useWork, workPerBook } from "../work/work";
import { WorkProgress } from "../work/progress-bar";
import type { TabProps } from "../tab";
import { makeCopy, type Copied } from "./make-copy";
import { counted, withSeparators } from "../../contract/counted";
import type { Environment } from "../pane-host";
import type { Answer } from "../../core/outcome";
import type { Question } from "../../core/question";
import { isSampleFigure } from "../../sources/answer-words";
import { isError } from "../../workbook/cell";
import { whyKept } from "../../workbook/xlsx/rewrite/freeze-service-cells";
import { Alert, Button } from "../elements";

/** What a user should know before copying the workbook. */
interface BeforeCopy {
  /** Number of SERVICE cells. */
  readonly all: number;
  /** Number of SERVICE cells without a value to copy: empty ones, and errors such as #BUSY! and #NAME?. */
  readonly without: number;
  /** Problems that Refresh or Audit can fix first. */
  readonly problems: readonly { readonly tab: "refresh" | "audit"; readonly words: string }[];
  /** Number of cells known to show sample data; those with a reason show no figure. */
  readonly sample: number;
}

/** Finds in an audit what would be wrong in a copy. */
export function beforeCopy({ cells: audited, counts }: Audit, last: (question: Question) => Answer | undefined): BeforeCopy {
  const { pending, broken, error, stale } = counts;
  const problems: { tab: "refresh" | "audit"; words: string }[] = [];
  if (pending > 0) problems.push({ tab: "refresh", words: `${counted(pending, "cell has", "cells have")} no value yet: still waiting for an answer.` });
  if (broken > 0) problems.push({ tab: "audit", words: `${counted(broken, "cell has", "cells have")} a broken function name. Audit repairs it.` });
  if (error > 0) problems.push({ tab: "refresh", words: `${counted(error, "cell shows an error", "cells show errors")}, which the copy keeps.` });
  if (stale > 0) problems.push({ tab: "refresh", words: `${counted(stale, "cell is", "cells are")} stale. The copy would contain old values.` });
  const isSample = (answer: Answer | undefined): boolean => answer !== undefined && isSampleFigure(answer);
  const sample = audited.filter(({ asked }) => asked.questions.some((question) => isSample(last(question)))).length;
  const without = audited.filter(({ cell: { value } }) => value === null || (isError(value) && whyKept(value.error) !== undefined)).length;
  return { all: audited.length, without, problems, sample };
}

/** How many cells become values in the copy. */
export function beforeWords({ all, without }: Pick<BeforeCopy, "all" | "without">): string {
  if (without === 0) return `${counted(all, "SERVICE cell becomes a value", "SERVICE cells become values")} in the copy.`;
  const rest = counted(without, "has no value yet and keeps its formula", "have no value yet and keep their formulas");
  return `${withSeparators(all - without)} of ${counted(all, "SERVICE cell")} ${all - without === 1 ? "becomes a value" : "become values"} in the copy; ${rest}.`;
}

/** The result of a copy, and what to do with it. Cells are counted as before the copy: those with a SERVICE formula. */
export function copiedWords({ name, cells, frozen, marked, sources, unknown, kept }: Copied, environment: Environment): string {
  if (frozen === 0)
    return kept.length > 0
      ? "No copy was opened, because no formula could be replaced. The list says why."
      : "No copy was opened, because the workbook has no SERVICE formula.";
  const left = cells - frozen;
  const done =
    left > 0 && kept.length > 0
      ? `${withSeparators(frozen)} of ${counted(cells, "SERVICE cell")} ${frozen === 1 ? "is a value" : "are values"} in the copy. The list says why ${counted(left, "cell keeps its formula", "cells keep their formulas")}.`
      : `${counted(frozen, "SERVICE cell is a value", "SERVICE cells are values")} in the copy.`;
  const where = environment === "excel" ? `It is open in a new window. Save it, for example as ${name}` : `Your browser downloads it as ${name}`;
  const samples =
    marked > 0
      ? ` ${counted(marked, "cell says that it shows", "cells say that they show")} sample data${marked === 1 ? "" : ": SERVICE cells, and cells that are calculated from them"}.`
      : "";
  const listed = sources === undefined ? "" : ` The sheet ${sources} lists the sources.`;
  const unlisted =
    unknown > 0
      ? ` The sources of ${counted(unknown, "cell")} are not known, because ${unknown === 1 ? "its" : "their"} arguments are calculated: recalculate the workbook, and copy again.`
      : "";
  return `${done}${samples}${listed}${unlisted} ${where}. This workbook is unchanged.`;
}

/** Entries listed; the heading has the full count. */
const SHOWN = 50;

/** What was replaced, and what was not, with reasons. */
function CopyResult({ copied, environment }: { readonly copied: Copied; readonly environment: Environment }) {
  const { kept } = copied;
  return (
    <>
      <p class={copied.frozen > 0 ? "good" : "note"}>{copiedWords(copied, environment)}</p>
      {kept.length > 0 && (
        <details open={kept.length <= 5}>
          <summary>{counted(kept.length, "item was", "items were")} not replaced</summary>
          <ul class="list">
            {kept.slice(0, SHOWN).map(({ where, why }, i) => (
              <li key={`${where} ${i}`}>
                <code>{where}</code>
                <p class="quiet">{why}</p>
              </li>
            ))}
          </ul>
          {kept.length > SHOWN && <p class="quiet">and {kept.length - SHOWN} more.</p>}
        </details>
      )}
    </>
  );
}

const workOf = workPerBook<Copied>();

/** Makes a copy with values; lists first what would be wrong in it. */
export function ShareCopy({ host, say, show }: Pick<TabProps, "host" | "say" | "show">) {
  const workbook = host.workbook();
  const auditor = auditorOf(host);
  const { working: reading, failure: unread } = useWork(auditor);
  useEffect(() => {
    if (workbook) void scan(host);
  }, [auditor, workbook]);
  const work = workOf(host);
  const { working, done, failure } = useWork(work);

  if (!workbook) return <WorkbookNeeded host={host} what="make a copy of it" />;

  const { result } = auditor.state();
  const before = result && beforeCopy(result.audit, (question) => host.cells.last(question));
  const nothing = before?.all === 0 && !reading;

  const copy = () => {
    if (working || nothing) return;
    void work
      .start("Reading the workbook", (working) => makeCopy(workbook, host, working))
      .then((ended) => {
        if (ended.kind === "done") say(ended.result.frozen > 0 ? "Made a copy with values." : "No copy was opened.");
        else if (ended.kind === "stopped") say("Stopped. No copy was opened.");
      });
  };

  return (
    <>
      <div aria-live="polite">
        {reading && <p class="quiet">Checking the workbook{reading.of > 0 ? `, ${withSeparators(reading.done)} of ${withSeparators(reading.of)}` : ""}…</p>}
        {unread && <p class="problem">{unread}</p>}
        {!reading && nothing && <p class="note">This workbook has no SERVICE formulas. You can share it as it is.</p>}
        {!reading && before && before.all > 0 && <p>{beforeWords(before)}</p>}
      </div>
      {!reading && before && before.problems.length > 0 && (
        <div class="warning">
          {before.problems.map(({ words }) => (
            <p key={words}>{words}</p>
          ))}
          <div class="buttons">
            {before.problems.some(({ tab }) => tab === "refresh") && <Button class="small" words="Refresh first" act={() => show("refresh")} />}
            {before.problems.some(({ tab }) => tab === "audit") && <Button class="small" words="Repair in Audit" act={() => show("audit")} />}
          </div>
        </div>
      )}
      {!reading && before && before.sample > 0 && (
        <p class="warning">
          {counted(before.sample, "SERVICE cell shows", "SERVICE cells show")} generated sample data. The copy marks {before.sample === 1 ? "it" : "them"}, and
          every cell that is calculated from {before.sample === 1 ? "it" : "them"}.
        </p>
      )}
      {working ? (
        <WorkProgress {...working} stop={work.stop} />
      ) : (
        <Button class="primary" aria-disabled={nothing === true} words="Make a copy with values" act={copy} />
      )}
      <Alert message={failure} />
      {done && <CopyResult copied={done} environment={host.environment()} />}
    </>
  );
}
