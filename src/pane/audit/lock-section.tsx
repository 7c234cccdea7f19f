import { useRef, useState } from "preact/hooks";
import { withSeparators } from "../../contract/counted";
import type { Lock } from "../../proof/lock";
import { LockFault, readLock } from "../../proof/read-lock";
import { agoWords } from "../../sources/answer-words";
import { CopyTable, placeColumns, plainContent } from "../export/copy-table";
import { Facts } from "../fields/facts";
import { SelectField } from "../fields/select-field";
import { goToCell } from "../hooks/go-to-cell";
import { useAttempt } from "../hooks/use-attempt";
import { VirtualList } from "../list/virtual-list";
import type { PaneHost } from "../pane-host";
import { useWork, workPerBook } from "../work/work";
import { NO_WORKBOOK, type Workbook } from "../workbook";
import { WorkbookRefusal } from "../../workbook/workbook-refusal";
import type { PlainContent } from "../../workbook/edits/sheet-edits";
import { LOCK_STATE_LABELS, lockFacts, lockResultWords } from "./audit-words";
import { compareWithLock, LOCK_STATES, type ComparedCell, type LockState } from "./compare-with-lock";
import type { TabProps } from "../tab";
import { Alert, Button, Section } from "../elements";

/** A comparison with a lock. */
interface LockCheck {
  /** The lock's file name. */
  readonly name: string;
  readonly lock: Lock;
  readonly cells: readonly ComparedCell[];
  /** Wall milliseconds. */
  readonly at: number;
}

/** Compares the workbook with a lock that the user chooses, and keeps the result while other tabs are shown. */
const checkOf = workPerBook<LockCheck>();

async function compare(host: PaneHost, name: string, lock: Lock): Promise<LockCheck> {
  const workbook = host.workbook();
  if (!workbook) throw new WorkbookRefusal(NO_WORKBOOK);
  return { name, lock, cells: await compareWithLock(lock, workbook, {}), at: host.now() };
}

async function readFile(file: File): Promise<Lock> {
  try {
    return readLock(await file.text());
  } catch (e) {
    throw new WorkbookRefusal(`${file.name}: ${e instanceof LockFault ? e.message : "The file could not be read. Choose it again."}`);
  }
}

/** Cells compared with a lock as a table for the clipboard, with its heading. */
const lockTable = (cells: readonly ComparedCell[]): (readonly PlainContent[])[] => [
  ["Sheet", "Cell", "State", "In words"],
  ...cells.map(({ place, state, words }) => [...placeColumns(place), LOCK_STATE_LABELS[state], words].map(plainContent)),
];

const LockSummary = ({ check: { name, lock, cells, at }, now }: { readonly check: LockCheck; readonly now: number }) => (
  <>
    <p>
      <strong>{lockResultWords(cells)}</strong>
    </p>
    <p class="quiet">
      {name}, compared {agoWords(at, now)}. Of formulas without a SERVICE call only the value is compared.
    </p>
    <Facts of={lockFacts(lock)} />
  </>
);

interface LockCellsProps extends Pick<TabProps, "say"> {
  readonly check: LockCheck;
  readonly workbook: Pick<Workbook, "goTo">;
}

const ADDRESS = ({ where }: ComparedCell): string => where;

/** The compared cells in one state, with the active one in full. */
function LockCells({ check, workbook, say }: LockCellsProps) {
  const [chosen, setChosen] = useState<LockState | "differences">("differences");
  const { problem, run } = useAttempt(say);
  const go = goToCell(workbook, run, say);
  const count = (state: LockState): number => check.cells.filter((cell) => cell.state === state).length;
  // The chosen state may not occur after the comparison was made again.
  const state = chosen !== "differences" && count(chosen) === 0 ? "differences" : chosen;
  const cells = check.cells.filter((cell) => (state === "differences" ? cell.state !== "as locked" : cell.state === state));
  return (
    <>
      <SelectField
        id="audit-lock-state"
        label="Show"
        value={state}
        options={[
          ["differences", `All differences (${withSeparators(check.cells.length - count("as locked"))})`],
          ...LOCK_STATES.filter((one) => count(one) > 0).map((one) => [one, `${LOCK_STATE_LABELS[one]} (${withSeparators(count(one))})`] as const),
        ]}
        choose={setChosen}
      />
      {cells.length > 0 && (
        <VirtualList
          id="audit-lock-cells"
          label="Cells compared with the lock. Press Enter to go to a cell."
          items={cells}
          keyOf={ADDRESS}
          rowHeight={48}
          most={7}
          open={(cell) => go(cell.place)}
          detail={({ words }) => <p>{words}</p>}
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
      <Alert message={problem} />
      {cells.length > 0 && (
        <div class="buttons">
          <CopyTable rows={() => lockTable(cells)} count={cells.length} say={say}>
            Copy comparison as table
          </CopyTable>
        </div>
      )}
    </>
  );
}

interface LockSectionProps extends Pick<LockCellsProps, "say" | "workbook">, Pick<TabProps, "host"> {
  /** Wall milliseconds. */
  readonly now: number;
}

/** Compares the workbook with the lock that a refresh without Excel wrote beside it. An add-in cannot read that file, so the user chooses or drops it. */
export function LockSection({ host, workbook, now, say }: LockSectionProps) {
  const work = checkOf(host);
  const { working, failure } = useWork(work);
  const last = work.state().result;
  const chooser = useRef<HTMLInputElement>(null);
  const [dropping, setDropping] = useState(false);
  /** Another file starts with its differences. */
  const [files, setFiles] = useState(0);
  const busy = working !== undefined;

  const start = async (run: () => Promise<LockCheck>) => {
    const ended = await work.start("Comparing", run, "The workbook could not be compared. Try again in a moment.");
    if (ended.kind === "done") say(lockResultWords(ended.result.cells));
  };
  const choose = (file: File | undefined) => {
    if (!file) return;
    setFiles(files + 1);
    void start(async () => compare(host, file.name, await readFile(file)));
  };

  return (
    <Section
      id="audit-lock"
      heading="Lock"
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
      <p class="quiet">
        A refresh without Excel can write a lock beside the workbook, such as book.lock.json. Choose or drop it here to see what changed since. It stays on this
        computer.
      </p>
      <Alert message={failure} />
      <div class="buttons">
        <Button aria-busy={busy} words={last ? "Choose another lock" : "Choose a lock"} act={() => chooser.current?.click()} />
        {last && <Button aria-busy={busy} words="Compare again" act={() => start(() => compare(host, last.name, last.lock))} />}
      </div>
      <input
        ref={chooser}
        type="file"
        accept=".json,application/json"
        aria-label="Lock of this workbook"
        tabIndex={-1}
        class="only-read-out"
        onChange={(e) => {
          const input = e.currentTarget;
          const file = input.files?.[0];
          input.value = "";
          choose(file);
        }}
      />
      {last && (
        <>
          <LockSummary check={last} now={now} />
          <LockCells key={files} check={last} workbook={workbook} say={say} />
        </>
      )}
    </Section>
  );
}
