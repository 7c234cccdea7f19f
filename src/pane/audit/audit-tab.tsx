import { useMemo, useState } from "preact/hooks";
import { addressOf } from "../../workbook/cell-address";
import type { CellPlace } from "../../workbook/cell";
import { momentWords } from "../../contract/moment-words";
import { agoWords } from "../../sources/answer-words";
import { copyAndSay } from "../export/copy-text";
import { ProgressBar } from "../work/progress-bar";
import { ReasonsByCount } from "../list/reasons-by-count";
import { tabSeparated } from "../export/tab-separated";
import { useNow } from "../hooks/use-now";
import { WorkbookNeeded } from "../notices/workbook-needed";
import { refresherOf } from "../refresh/refresher";
import type { TabProps } from "../tab";
import { refusalMessage } from "../workbook";
import type { AuditState } from "./audit-of";
import { AUDIT_LOOK, auditTable } from "./audit-table";
import { AuditList } from "./audit-list";
import { LockSection } from "./lock-section";
import { matchingCells } from "./matching-cells";
import { repair, repairWords, type Repaired } from "./repair";
import { StateChoice } from "./state-choice";
import { STATE_LABELS } from "./state-words";
import { useAuditor } from "./use-auditor";
import { counted, withSeparators } from "../../contract/counted";

const SHEET = "SERVICE audit";

/** Audit tab: all SERVICE cells of the workbook by state, to go to, repair, refresh or copy as a table. */
export function AuditTab({ host, say, show }: TabProps) {
  const workbook = host.workbook();
  const auditor = useAuditor(host, workbook !== undefined);
  const now = useNow(host);
  const [state, setState] = useState<AuditState | undefined>();
  const [sheet, setSheet] = useState<string | undefined>();
  const [text, setText] = useState("");
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | undefined>();
  const [repaired, setRepaired] = useState<Repaired | undefined>();

  const { reading, last, failure } = auditor.state();
  const audit = last?.audit;
  // A sheet that was deleted since the last scan filters nothing.
  const chosenSheet = audit?.sheets.find((s) => s.name === sheet);
  const counts = (chosenSheet ?? audit)?.counts;
  const cells = useMemo(() => (audit ? matchingCells(audit.cells, { state, sheet: chosenSheet?.name, text }) : []), [audit, state, chosenSheet?.name, text]);

  if (!workbook)
    return (
      <section aria-labelledby="audit">
        <h2 id="audit">Audit</h2>
        <WorkbookNeeded host={host} what="check its SERVICE cells" />
      </section>
    );

  /** Runs work on the workbook, one at a time, and announces what it refuses. */
  const work = async (piece: () => Promise<void>) => {
    if (busy) return;
    setBusy(true);
    setProblem(undefined);
    try {
      await piece();
    } catch (refusal) {
      setProblem(refusalMessage(refusal, "That failed. Rescan, then try again."));
    }
    setBusy(false);
  };

  const go = (place: CellPlace) =>
    void work(async () => {
      await workbook.goTo({ sheet: place.sheet, row: place.row, column: place.column });
      say(`At ${addressOf(place)}.`);
    });

  const rescan = async () => {
    await auditor.scan();
    const found = auditor.state();
    if (found.last && !found.failure) say(`${counted(found.last.audit.cells.length, "cell")} checked.`);
  };

  const repairAll = () =>
    void work(async () => {
      const done = await repair(workbook, audit?.cells ?? []);
      setRepaired(done);
      say(repairWords(done));
      await auditor.scan();
    });

  const refresh = (what: "stale" | "problems") => {
    const refresher = refresherOf(host);
    if (refresher.state().phase === "idle") void refresher.start(what);
    show("refresh");
  };

  const copy = () =>
    copyAndSay(
      tabSeparated(auditTable(cells)),
      { copied: `Copied ${counted(cells.length, "row")}. Paste into a sheet.`, otherwise: "Use Write to a new sheet." },
      say,
    );

  const write = () =>
    void work(async () => {
      const name = await workbook.writeSheet(SHEET, auditTable(cells), { look: AUDIT_LOOK });
      say(`${counted(cells.length, "cell")} written to the sheet ${name}.`);
    });

  const repairable = audit?.cells.some((c) => c.heals !== undefined) ?? false;
  return (
    <>
      <section aria-labelledby="audit">
        <h2 id="audit">Audit</h2>
        {failure && (
          <p class="problem" role="alert">
            {failure}
          </p>
        )}
        {reading && <ProgressBar label="Reading the workbook" done={reading.done} of={reading.of} />}
        {last && !reading && (
          <p class="quiet" title={momentWords(last.at)}>
            {counted(last.audit.cells.length, "cell")} on {counted(last.audit.sheets.length, "sheet")}, scanned {agoWords(last.at, now)}.
          </p>
        )}
        <div class="buttons">
          {reading ? (
            <button type="button" onClick={() => auditor.stop()}>
              Stop
            </button>
          ) : (
            <button type="button" onClick={() => void rescan()}>
              Rescan
            </button>
          )}
        </div>
      </section>
      {audit && audit.cells.length === 0 && (
        <section aria-labelledby="audit-none">
          <h2 id="audit-none">No SERVICE cells</h2>
          <p>This workbook has no SERVICE formulas yet. Create one in Build.</p>
          <div class="buttons">
            <button type="button" onClick={() => show("build")}>
              Go to Build
            </button>
          </div>
        </section>
      )}
      {audit && counts && audit.cells.length > 0 && (
        <>
          <section aria-labelledby="audit-states">
            <h2 id="audit-states">By state</h2>
            {audit.sheets.length > 1 && (
              <div class="field">
                <label for="audit-sheet">Sheet</label>
                <select id="audit-sheet" value={chosenSheet?.name ?? ""} onChange={(e) => setSheet(e.currentTarget.value || undefined)}>
                  <option value="">All sheets ({withSeparators(audit.cells.length)})</option>
                  {audit.sheets.map((s) => (
                    <option key={s.name} value={s.name}>
                      {s.name} ({withSeparators(s.cells)})
                    </option>
                  ))}
                </select>
              </div>
            )}
            <StateChoice counts={counts} all={chosenSheet?.cells ?? audit.cells.length} chosen={state} choose={setState} />
            <div class="buttons">
              {repairable && (
                <button type="button" class="primary" aria-busy={busy} onClick={repairAll}>
                  Repair broken names
                </button>
              )}
              {audit.counts.stale > 0 && (
                <button type="button" onClick={() => refresh("stale")}>
                  Refresh stale
                </button>
              )}
              {audit.counts.error + audit.counts.reason + audit.counts.pending > 0 && (
                <button type="button" onClick={() => refresh("problems")}>
                  Refresh errors and reasons
                </button>
              )}
            </div>
            {repaired && (
              <div class="note">
                <p>{repairWords(repaired)}</p>
                {repaired.refused.length > 0 && <ReasonsByCount id="audit-refused" items={repaired.refused} go={go} />}
                {repaired.still.length > 0 && (
                  <ReasonsByCount id="audit-still" items={repaired.still.map((place) => ({ place, why: "Still #NAME?." }))} go={go} />
                )}
              </div>
            )}
          </section>
          <AuditList
            heading={`${state ? STATE_LABELS[state] : "All cells"}${chosenSheet ? ` on ${chosenSheet.name}` : ""}: ${withSeparators(cells.length)}`}
            cells={cells}
            text={text}
            setText={setText}
            go={go}
            build={(formula) => show("build", formula)}
            problem={problem}
            busy={busy}
            copy={() => void copy()}
            write={write}
          />
        </>
      )}
      <LockSection host={host} now={now} go={go} say={say} />
    </>
  );
}
