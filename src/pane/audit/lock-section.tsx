import { Fragment } from "preact";
import { useRef, useState } from "preact/hooks";
import { counted, withSeparators } from "../../contract/counted";
import { agoWords } from "../../sources/answer-words";
import { CopyButton } from "../export/copy-button";
import { tabSeparated } from "../export/tab-separated";
import { goToCell } from "../hooks/go-to-cell";
import { useAttempt } from "../hooks/use-attempt";
import { useChanges } from "../hooks/use-changes";
import { VirtualList } from "../list/virtual-list";
import { Refusal } from "../notices/refusal";
import type { PaneHost } from "../pane-host";
import type { Workbook } from "../workbook";
import { LOCK_STATES, type ComparedCell, type LockState } from "./compare-with-lock";
import { lockCheckerOf } from "./lock-checker";
import { lockTable } from "./lock-table";
import { LOCK_STATE_LABELS, lockFacts, lockResultWords } from "./lock-words";

interface LockSectionProps {
  readonly host: PaneHost;
  readonly workbook: Workbook;
  /** Wall milliseconds. */
  readonly now: number;
  readonly say: (sentence: string) => void;
}

const ADDRESS = ({ where }: ComparedCell): string => where;
type Shown = LockState | "differences";

/** Compares the workbook with the lock that a refresh without Excel wrote beside it. An add-in cannot read that file, so the user chooses or drops it. */
export function LockSection({ host, workbook, now, say }: LockSectionProps) {
  const checker = lockCheckerOf(host);
  useChanges(checker);
  const chooser = useRef<HTMLInputElement>(null);
  const [dropping, setDropping] = useState(false);
  const [chosen, setChosen] = useState<Shown>("differences");
  const [active, setActive] = useState<ComparedCell | undefined>();
  const { busy, last, failure } = checker.state();
  const going = useAttempt(say);
  const go = goToCell(workbook, going.run, say);

  const announce = async (work: Promise<void>) => {
    await work;
    setActive(undefined);
    const ended = checker.state();
    if (ended.last && ended.failure === undefined) say(lockResultWords(ended.last.cells));
  };
  const choose = (file: File | undefined) => {
    if (!file) return;
    setChosen("differences");
    void announce(checker.choose(file));
  };

  const count = (state: LockState): number => last?.cells.filter((cell) => cell.state === state).length ?? 0;
  const different = (last?.cells.length ?? 0) - count("as locked");
  // The chosen state may not occur after the comparison was made again.
  const state = chosen !== "differences" && count(chosen) === 0 ? "differences" : chosen;
  const cells = last?.cells.filter((cell) => (state === "differences" ? cell.state !== "as locked" : cell.state === state)) ?? [];

  return (
    <section
      aria-labelledby="audit-lock"
      class={dropping ? "audit-dropping" : ""}
      onDragOver={(e) => {
        e.preventDefault();
        setDropping(true);
      }}
      onDragLeave={() => setDropping(false)}
      onDrop={(e) => {
        e.preventDefault();
        setDropping(false);
        choose(e.dataTransfer?.files[0]);
      }}
    >
      <h2 id="audit-lock">Lock</h2>
      <p class="quiet">
        A refresh without Excel can write a lock beside the workbook, such as book.lock.json. Choose or drop it here to see what changed since. It stays on this
        computer.
      </p>
      {failure && (
        <p class="problem" role="alert">
          {failure}
        </p>
      )}
      <div class="buttons">
        <button type="button" aria-busy={busy} onClick={() => chooser.current?.click()}>
          {last ? "Choose another lock" : "Choose a lock"}
        </button>
        {last && (
          <button type="button" aria-busy={busy} onClick={() => void announce(checker.again())}>
            Compare again
          </button>
        )}
      </div>
      <input
        ref={chooser}
        type="file"
        accept=".json,application/json"
        aria-label="Lock of this workbook"
        tabIndex={-1}
        class="audit-chooser"
        onChange={(e) => {
          const input = e.currentTarget;
          const file = input.files?.[0];
          input.value = "";
          choose(file);
        }}
      />
      {last && (
        <>
          <p>
            <strong>{lockResultWords(last.cells)}</strong>
          </p>
          <p class="quiet">
            {last.name}, compared {agoWords(last.at, now)}. Of formulas without a SERVICE call only the value is compared.
          </p>
          <dl>
            {lockFacts(last.lock).map(([name, value]) => (
              <Fragment key={name}>
                <dt>{name}</dt>
                <dd>{value}</dd>
              </Fragment>
            ))}
          </dl>
          <div class="field">
            <label for="audit-lock-state">Show</label>
            <select
              id="audit-lock-state"
              value={state}
              onChange={(e) => {
                const { value } = e.currentTarget;
                setActive(undefined);
                setChosen(LOCK_STATES.find((one) => one === value) ?? "differences");
              }}
            >
              <option value="differences">All differences ({withSeparators(different)})</option>
              {LOCK_STATES.filter((one) => count(one) > 0).map((one) => (
                <option key={one} value={one}>
                  {LOCK_STATE_LABELS[one]} ({withSeparators(count(one))})
                </option>
              ))}
            </select>
          </div>
          {cells.length > 0 && (
            <VirtualList
              id="audit-lock-cells"
              label="Cells compared with the lock. Press Enter to go to a cell."
              items={cells}
              keyOf={ADDRESS}
              rowHeight={48}
              most={7}
              open={(cell) => go(cell.place)}
              onActive={setActive}
              row={(cell) => (
                <>
                  <div class="audit-line">
                    <span class="audit-address">{cell.where}</span>
                    <span class={`audit-tag ${cell.state === "as locked" ? "" : "stale"}`}>{LOCK_STATE_LABELS[cell.state]}</span>
                  </div>
                  <div class="audit-line quiet">
                    <span class="audit-words">{cell.words}</span>
                  </div>
                </>
              )}
            />
          )}
          <Refusal message={going.problem} />
          {active && (
            <div class="row-detail">
              <p>{active.words}</p>
            </div>
          )}
          {cells.length > 0 && (
            <div class="buttons">
              <CopyButton text={() => tabSeparated(lockTable(cells))} copied={`Copied ${counted(cells.length, "row")}. Paste into a sheet.`} say={say}>
                Copy comparison as table
              </CopyButton>
            </div>
          )}
        </>
      )}
    </section>
  );
}
