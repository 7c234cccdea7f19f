import { useChanges } from "../hooks/use-changes";
import type { CellDisplay } from "../../core/cell-display";
import { WorkbookNeeded } from "../notices/workbook-needed";
import { workPerHost } from "../work/work";
import { WorkProgress } from "../work/work-progress";
import type { TabProps } from "../tab";
import { showCellsAs, type Shown } from "./show-cells-as";
import { shownWords } from "./shown-words";

const workOf = workPerHost<Shown>();

interface Option<V extends string> {
  readonly value: V;
  readonly label: string;
  readonly about: string;
}

const REASONS: readonly Option<CellDisplay["reasons"]>[] = [
  { value: "text", label: "Reasons as text", about: "n/a with the reason. Sums ignore text; it survives reopening." },
  { value: "error", label: "Reasons as #N/A", about: "For models that test with ISNUMBER or IFNA. The reason is in the error's message and in Inspect." },
];

const VALUES: readonly Option<CellDisplay["values"]>[] = [
  { value: "formatted", label: "Formatted values", about: "A date shows as a date, where this Excel can." },
  { value: "plain", label: "Plain values", about: "A date is its serial number, and takes the format of its cell." },
];

interface ChoiceProps<V extends string> {
  readonly name: string;
  readonly legend: string;
  readonly options: readonly Option<V>[];
  readonly chosen: V;
  readonly choose: (value: V) => void;
  /** An earlier choice is still being carried out; until it is, no other can be made. */
  readonly busy: boolean;
}

function Choice<V extends string>({ name, legend, options, chosen, choose, busy }: ChoiceProps<V>) {
  return (
    <fieldset class="choices" aria-busy={busy}>
      <legend>{legend}</legend>
      {options.map(({ value, label, about }) => (
        <label key={value} class="choice">
          <input
            type="radio"
            name={name}
            value={value}
            checked={value === chosen}
            aria-describedby={`${name}-${value}`}
            onClick={(e) => busy && e.preventDefault()}
            onChange={() => choose(value)}
          />
          <span>
            <span>{label}</span>
            <span id={`${name}-${value}`} class="quiet">
              {about}
            </span>
          </span>
        </label>
      ))}
    </fieldset>
  );
}

/** How cells show reasons and values. A choice is kept with the workbook, and cells whose answers are known follow at once. */
export function CellDisplayForm({ host, say, show }: Pick<TabProps, "host" | "say" | "show">) {
  const work = workOf(host);
  useChanges(work);
  const state = work.state();
  const workbook = host.workbook();
  const display = host.display();
  const busy = state.phase === "working";

  const choose = (next: CellDisplay) => {
    if (!workbook) return;
    void work
      .start("Saving the choice", (working) => showCellsAs(host, workbook, next, working))
      .then((ended) => {
        if (ended?.kind === "done") say(shownWords(ended.result).join(" "));
        else if (ended?.kind === "failed") say(ended.message);
        else if (ended) say("Stopped. The choice is saved; the other cells change at the next refresh.");
      });
  };

  return (
    <section aria-labelledby="display">
      <h2 id="display">How cells show it</h2>
      {!workbook ? (
        <WorkbookNeeded host={host} what="choose how its cells show reasons and dates" />
      ) : (
        <>
          <Choice
            name="reasons"
            legend="Where there is no value"
            options={REASONS}
            chosen={display.reasons}
            busy={busy}
            choose={(reasons) => choose({ ...display, reasons })}
          />
          <Choice name="values" legend="Dates" options={VALUES} chosen={display.values} busy={busy} choose={(values) => choose({ ...display, values })} />
          <p class="quiet">Saved with this workbook.</p>
          {state.phase === "working" && <WorkProgress {...state} stop={work.stop} />}
          {state.phase === "idle" && state.last?.kind === "failed" && (
            <p class="problem" role="alert">
              {state.last.message}
            </p>
          )}
          {state.phase === "idle" && state.last?.kind === "done" && (
            <div class="note">
              {shownWords(state.last.result).map((sentence) => (
                <p key={sentence}>{sentence}</p>
              ))}
              {state.last.result.left > 0 && (
                <button type="button" class="small" onClick={() => show("refresh")}>
                  Go to Refresh
                </button>
              )}
            </div>
          )}
        </>
      )}
    </section>
  );
}
