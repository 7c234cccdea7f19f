import { useLayoutEffect, useState } from "preact/hooks";
import { type AsOf, readAsOf } from "../../contract/as-of";
import { counted } from "../../contract/counted";
import { WorkbookSection } from "../notices/workbook-section";
import type { PaneHost } from "../pane-host";
import { TroublesList } from "../refresh/refresh-summary";
import type { SpreadsheetAsOf } from "../../workbook/script-results";
import { refreshedTablesWords } from "../../tables/table-work";
import type { TabProps } from "../tab";
import { tableDeskOf } from "../tables/table-desk";
import { hasTables } from "../tables/use-tables";
import { withIsoDates } from "../words/values-in-words";
import { GOES_ON, useWork } from "../work/work";
import { ProgressBar } from "../work/progress-bar";
import type { Workbook } from "../workbook";
import { asOfWorkOf, setAsOf } from "./set-as-of";
import { Alert, Button } from "../elements";

/** Refreshes the workbook's tables, which must not stay at another day than its cells. Returns what became of them, in words. */
async function tableWords(host: PaneHost): Promise<string> {
  const desk = tableDeskOf(host);
  const tables = hasTables(host) ? desk.list() : [];
  const results = await desk.refresh(tables.map(({ id }) => id));
  return refreshedTablesWords(tables.flatMap(({ id, title }, i) => (results[i] ? [{ id, title, result: results[i] }] : [])));
}

/** Sets the day of a workbook's cells and tables. */
async function inWorkbook(host: PaneHost, workbook: Workbook, asOf: AsOf | undefined): Promise<SpreadsheetAsOf> {
  const { recalculated, refused } = await setAsOf(host, workbook, asOf);
  const left = refused.length > 0 ? `${counted(refused.length, "cell")} could not be recalculated; use Refresh.` : "";
  const shows = host.asOf() === undefined ? "Cells show the latest values" : `Cells show values as of ${host.asOf()}`;
  const done = [`${shows}: ${counted(recalculated, "cell")} recalculated.`, left, await tableWords(host)].filter(Boolean).join(" ");
  return { done, troubles: [] };
}

/** The day or moment that all cells of the workbook are as of. */
export function AsOfForm({ host, say }: Pick<TabProps, "host" | "say">) {
  const set = async (asOf: AsOf | undefined): Promise<SpreadsheetAsOf> => {
    const workbook = host.workbook();
    return workbook ? inWorkbook(host, workbook, asOf) : { done: "", troubles: [] };
  };
  return <AsOfView host={host} say={say} saved="Tables are refreshed. Saved in this workbook." set={set} />;
}

interface AsOfFieldsProps extends Pick<TabProps, "say"> {
  /** The day or moment in force, as text; undefined for now. */
  readonly current: string | undefined;
  /** Where it is saved: `Saved in this workbook.` */
  readonly saved: string;
  /** True while it is being applied, or while it cannot be. */
  readonly busy: boolean;
  /** Why it was not applied. */
  readonly problem: string | undefined;
  readonly apply: (asOf: AsOf | undefined) => void;
}

/** Form for the day or moment of all cells. */
function AsOfFields({ current, saved, busy, problem, apply, say }: AsOfFieldsProps) {
  const [typed, setTyped] = useState(current ?? "");
  const [malformed, setMalformed] = useState<string | undefined>();
  // Another workbook, or another user of the same one, may have another day. Before the page is painted, so that nothing typed after it is replaced.
  useLayoutEffect(() => setTyped(current ?? ""), [current]);
  const shown = malformed ?? problem;

  const submit = () => {
    const read = typed.trim() === "" ? undefined : readAsOf(withIsoDates(typed.trim()), "As of");
    if (read?.ok === false) {
      // Clears the status line, so that screen readers announce only the alert.
      say("");
      return setMalformed(read.message);
    }
    setMalformed(undefined);
    if (!busy) apply(read?.asOf);
  };
  const end = () => {
    setMalformed(undefined);
    if (!busy) apply(undefined);
  };

  return (
    <form
      noValidate
      onSubmit={(e) => {
        e.preventDefault();
        submit();
      }}
    >
      <div class="field">
        <label for="as-of">Day or moment</label>
        <input
          id="as-of"
          type="text"
          autocomplete="off"
          spellcheck={false}
          placeholder="now"
          value={typed}
          aria-invalid={shown !== undefined}
          aria-describedby="as-of-note"
          onInput={(e) => setTyped(e.currentTarget.value)}
        />
        <Alert message={shown} />
        <p id="as-of-note" class="quiet">
          Such as 2024-06-25 or 25 June 2024, which is its end in New York, or 2024-06-25T14:30Z. All cells then show only what was public by then. Blank for
          the latest values. {saved}
        </p>
      </div>
      <div class="buttons">
        <button type="submit" class="primary" aria-disabled={busy}>
          Apply
        </button>
        {current !== undefined && <Button aria-disabled={busy} words="Show the latest values" act={end} />}
      </div>
    </form>
  );
}

interface AsOfViewProps extends Pick<TabProps, "host" | "say"> {
  /** Where the day is saved: `Saved in this workbook.` */
  readonly saved: string;
  /** True while the day cannot be set. */
  readonly blocked?: boolean;
  /** Sets the day or moment of all cells; undefined for now. */
  readonly set: (asOf: AsOf | undefined) => Promise<SpreadsheetAsOf>;
}

const WORDS = "Recalculating all cells";

/** The day or moment that all cells are as of. Cells are recalculated when it changes, also while another tab is shown. */
export function AsOfView({ host, say, saved, blocked = false, set }: AsOfViewProps) {
  const work = asOfWorkOf(host);
  const { working, done, failure } = useWork(work);
  const apply = async (asOf: AsOf | undefined) => {
    say(`${WORDS}.`);
    const ended = await work.start(WORDS, () => set(asOf));
    // A failure is an alert of the form.
    say(ended.kind === "done" ? ended.result.done : "");
  };
  return (
    <WorkbookSection host={host} id="as-of-heading" heading="As of" what="show the values of a past day">
      <AsOfFields current={host.asOf()} saved={saved} busy={working !== undefined || blocked} problem={failure} apply={(asOf) => void apply(asOf)} say={say} />
      {working && <ProgressBar label={working.words} done={working.done} of={working.of} />}
      {working && host.spreadsheet && <p class="quiet">{GOES_ON}</p>}
      {done && done.troubles.length > 0 && (
        <>
          <p class="refresh-result">These formulas were not recalculated and may show a value of another day:</p>
          <TroublesList troubles={done.troubles} unit="formula" />
        </>
      )}
    </WorkbookSection>
  );
}
