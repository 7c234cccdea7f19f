import { useState } from "preact/hooks";
import { withSeparators } from "../../contract/counted";
import { useAttempt } from "../hooks/use-attempt";
import { ReasonsByCount } from "../list/reasons-by-count";
import { Refusal } from "../notices/refusal";
import { refresherOf } from "../refresh/refresher";
import type { TabProps } from "../tab";
import type { Workbook } from "../workbook";
import type { Audit, AuditState } from "./audit-of";
import { goToCell } from "../hooks/go-to-cell";
import { repair, repairWords, type Repaired } from "./repair";
import { StateChoice } from "./state-choice";

interface AuditStatesProps extends Pick<TabProps, "host" | "say" | "show"> {
  readonly workbook: Workbook;
  readonly audit: Audit;
  readonly rescan: () => Promise<void>;
  /** The sheet whose cells are counted; undefined for all. */
  readonly sheet: Audit["sheets"][number] | undefined;
  readonly setSheet: (name: string | undefined) => void;
  readonly state: AuditState | undefined;
  readonly setState: (state: AuditState | undefined) => void;
}

/** The cells by state and sheet, with buttons that repair or refresh them. */
export function AuditStates({ host, workbook, audit, rescan, sheet, setSheet, state, setState, say, show }: AuditStatesProps) {
  const { busy, problem, run } = useAttempt(say);
  const [repaired, setRepaired] = useState<Repaired | undefined>();
  const { counts } = sheet ?? audit;

  const repairAll = () =>
    void run(async () => {
      const done = await repair(workbook, audit.cells);
      setRepaired(done);
      say(repairWords(done));
      await rescan();
    }, "The names could not be repaired. Rescan, then try again.");
  const refresh = (what: "stale" | "problems") => {
    const refresher = refresherOf(host);
    if (refresher.state().phase === "idle") void refresher.start(what);
    show("refresh");
  };
  const go = goToCell(workbook, run, say);

  return (
    <section aria-labelledby="audit-states">
      <h2 id="audit-states">By state</h2>
      {audit.sheets.length > 1 && (
        <div class="field">
          <label for="audit-sheet">Sheet</label>
          <select id="audit-sheet" value={sheet?.name ?? ""} onChange={(e) => setSheet(e.currentTarget.value || undefined)}>
            <option value="">All sheets ({withSeparators(audit.cells.length)})</option>
            {audit.sheets.map((s) => (
              <option key={s.name} value={s.name}>
                {s.name} ({withSeparators(s.cells)})
              </option>
            ))}
          </select>
        </div>
      )}
      <StateChoice counts={counts} all={sheet?.cells ?? audit.cells.length} chosen={state} choose={setState} />
      <div class="buttons">
        {audit.cells.some((c) => c.heals !== undefined) && (
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
      <Refusal message={problem} />
      {repaired && (
        <div class="note">
          <p>{repairWords(repaired)}</p>
          {repaired.refused.length > 0 && <ReasonsByCount id="audit-refused" items={repaired.refused} go={go} />}
          {repaired.still.length > 0 && <ReasonsByCount id="audit-still" items={repaired.still.map((place) => ({ place, why: "Still #NAME?." }))} go={go} />}
        </div>
      )}
    </section>
  );
}
