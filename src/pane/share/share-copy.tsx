import { useEffect } from "preact/hooks";
import { auditorOf, scan } from "../audit/auditor";
import { Alert } from "../notices/alert";
import { WorkbookNeeded } from "../notices/workbook-needed";
import { useWork, workPerBook } from "../work/work";
import { WorkProgress } from "../work/work-progress";
import type { TabProps } from "../tab";
import { beforeCopy, beforeWords } from "./before-copy";
import { CopyResult } from "./copy-result";
import { makeCopy, type Copied } from "./make-copy";
import { counted, withSeparators } from "../../contract/counted";

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
      <div aria-live="polite" class="share-before">
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
            {before.problems.some(({ tab }) => tab === "refresh") && (
              <button type="button" class="small" onClick={() => show("refresh")}>
                Refresh first
              </button>
            )}
            {before.problems.some(({ tab }) => tab === "audit") && (
              <button type="button" class="small" onClick={() => show("audit")}>
                Repair in Audit
              </button>
            )}
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
        <div class="buttons">
          <button type="button" class="primary" aria-disabled={nothing === true} onClick={copy}>
            Make a copy with values
          </button>
        </div>
      )}
      <Alert message={failure} />
      {done && <CopyResult copied={done} environment={host.environment()} />}
    </>
  );
}
