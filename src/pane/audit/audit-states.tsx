import { useState } from "preact/hooks";
import { withSeparators, counted } from "../../contract/counted";
import { SelectField } from "../fields/select-field";
import { useAttempt } from "../hooks/use-attempt";
import { ReasonsByCount } from "../list/reasons-by-count";
import { refresherOf } from "../refresh/refresher";
import type { TabProps } from "../tab";
import type { Workbook, Refused } from "../workbook";
import type { Audit, AuditedCell } from "./audit-of";
import { goToCell } from "../hooks/go-to-cell";
import { isError, type CellPlace } from "../../workbook/cell";
import { addressOf } from "../../workbook/cell-address";
import { AUDIT_STATES, type AuditState, STATE_WORDS } from "./audit-words";
import { Alert, Button, Section } from "../elements";

interface StateChoiceProps {
  readonly counts: Readonly<Record<AuditState, number>>;
  readonly all: number;
  readonly chosen: AuditState | undefined;
  readonly choose: (state: AuditState | undefined) => void;
}

/** The groups with their counts; pressing one shows only its cells. */
function StateChoice({ counts, all, chosen, choose }: StateChoiceProps) {
  const rows: readonly (readonly [AuditState | undefined, string, string, number])[] = [
    [undefined, "All", "every SERVICE cell", all],
    ...AUDIT_STATES.map((state) => [state, STATE_WORDS[state].label, STATE_WORDS[state].meaning, counts[state]] as const),
  ];
  return (
    <ul class="audit-states" aria-label="States">
      {rows.map(([state, label, meaning, count]) => (
        <li key={label}>
          <button
            type="button"
            class={`audit-state ${state ?? "all"}${count === 0 ? " none" : ""}`}
            aria-pressed={chosen === state}
            onClick={() => choose(chosen === state ? undefined : state)}
          >
            <span class="audit-mark" aria-hidden="true" />
            <span class="audit-label">
              {label} <span class="quiet">{meaning}</span>
            </span>
            <span class="audit-count">{withSeparators(count)}</span>
          </button>
        </li>
      ))}
    </ul>
  );
}

interface Repaired {
  /** Entered again, and no longer #NAME?. */
  readonly healed: number;
  /** Refused by the workbook, each with the reason, such as a protected sheet. */
  readonly refused: readonly Refused[];
  /** Entered again, and still #NAME?. */
  readonly still: readonly CellPlace[];
  /** Broken cells whose names can only be corrected by hand. */
  readonly byHand: number;
}

const CHANGED = "The cell has changed since the scan and was not repaired. If it is still listed, repair again.";

/**
 * Enters every broken formula with correct names. Skips a cell whose formula has changed since the scan: rows may have moved, or it was corrected by hand.
 * May reject with a `WorkbookRefusal`.
 */
export async function repair(workbook: Workbook, cells: readonly AuditedCell[]): Promise<Repaired> {
  const broken = cells.filter((c) => c.state === "broken");
  const healable = broken.flatMap(({ cell, heals }) =>
    heals === undefined ? [] : [{ place: { sheet: cell.sheet, row: cell.row, column: cell.column }, was: cell.formula, formula: heals }],
  );
  const byHand = broken.length - healable.length;
  if (healable.length === 0) return { healed: 0, refused: [], still: [], byHand };
  const now = new Map((await workbook.serviceCells("workbook")).map((cell) => [addressOf(cell), cell.formula]));
  const able = healable.filter(({ place, was }) => now.get(addressOf(place)) === was);
  const changed = healable.filter(({ place, was }) => now.get(addressOf(place)) !== was).map(({ place }) => ({ place, why: CHANGED }));
  const refused = [...changed, ...(able.length === 0 ? [] : await workbook.reenter(able))];
  const untouched = new Set(refused.map((r) => addressOf(r.place)));
  const entered = able.map((c) => c.place).filter((place) => !untouched.has(addressOf(place)));
  const shown = entered.length === 0 ? [] : await workbook.shown(entered);
  const still = entered.filter((_, i) => {
    const value = shown[i]?.value ?? null;
    return isError(value) && value.error === "#NAME?";
  });
  return { healed: entered.length - still.length, refused, still, byHand };
}

/** Result of a repair, in sentences. */
export function repairWords({ healed, refused, still, byHand }: Repaired): string {
  const words = [healed > 0 ? `${counted(healed, "cell")} repaired.` : "No cell was repaired."];
  if (refused.length > 0) words.push(`${counted(refused.length, "cell")} could not be changed. The list below says why.`);
  if (still.length > 0)
    words.push(
      `${counted(still.length, "cell")} still ${still.length === 1 ? "shows" : "show"} #NAME?. Put names such as DGS10 in quotes, or install the add-in.`,
    );
  if (byHand > 0)
    words.push(
      `${counted(byHand, "cell calls a function", "cells call functions")} that the add-in does not have. Correct ${byHand === 1 ? "it" : "them"} by hand.`,
    );
  return words.join(" ");
}

interface AuditStatesProps extends Pick<TabProps, "host" | "say" | "show"> {
  readonly workbook: Workbook;
  readonly audit: Audit;
  readonly rescan: () => Promise<unknown>;
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
    <Section id="audit-states" heading="By state">
      {audit.sheets.length > 1 && (
        <SelectField
          id="audit-sheet"
          label="Sheet"
          value={sheet?.name ?? ""}
          options={[
            ["", `All sheets (${withSeparators(audit.cells.length)})`],
            ...audit.sheets.map(({ name, cells }) => [name, `${name} (${withSeparators(cells)})`] as const),
          ]}
          choose={(name) => setSheet(name || undefined)}
        />
      )}
      <StateChoice counts={counts} all={sheet?.cells ?? audit.cells.length} chosen={state} choose={setState} />
      <div class="buttons">
        {audit.cells.some((c) => c.heals !== undefined) && <Button class="primary" aria-busy={busy} words="Repair broken names" act={repairAll} />}
        {audit.counts.stale > 0 && <Button words="Refresh stale" act={() => refresh("stale")} />}
        {audit.counts.error + audit.counts.reason + audit.counts.pending > 0 && <Button words="Refresh errors and reasons" act={() => refresh("problems")} />}
      </div>
      <Alert message={problem} />
      {repaired && (
        <div class="note">
          <p>{repairWords(repaired)}</p>
          {repaired.refused.length > 0 && <ReasonsByCount id="audit-refused" items={repaired.refused} go={go} />}
          {repaired.still.length > 0 && <ReasonsByCount id="audit-still" items={repaired.still.map((place) => ({ place, why: "Still #NAME?." }))} go={go} />}
        </div>
      )}
    </Section>
  );
}
