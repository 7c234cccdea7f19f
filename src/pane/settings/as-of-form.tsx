import { useEffect, useState } from "preact/hooks";
import { readAsOf, type AsOf } from "../../contract/as-of";
import { counted } from "../../contract/counted";
import { WorkbookNeeded } from "../notices/workbook-needed";
import type { TabProps } from "../tab";
import { refusalMessage } from "../workbook";
import { setAsOf } from "./set-as-of";

/** The day or moment that all cells of the workbook are as of. Saved in the workbook; cells are recalculated when it changes. */
export function AsOfForm({ host, say }: Pick<TabProps, "host" | "say">) {
  const workbook = host.workbook();
  const current = host.asOf();
  const [typed, setTyped] = useState(current ?? "");
  const [problem, setProblem] = useState("");
  const [busy, setBusy] = useState(false);
  // The workbench may open another workbook, with another day.
  useEffect(() => setTyped(current ?? ""), [current]);

  const apply = async (asOf: AsOf | undefined) => {
    if (!workbook || busy) return;
    setBusy(true);
    setProblem("");
    try {
      const { recalculated, refused } = await setAsOf(host, workbook, asOf);
      const left = refused.length > 0 ? ` ${counted(refused.length, "cell")} could not be recalculated; use Refresh.` : "";
      say(
        `${host.asOf() === undefined ? "Cells show the latest values" : `Cells show values as of ${host.asOf()}`}: ${counted(recalculated, "cell")} recalculated.${left}`,
      );
    } catch (refusal) {
      setProblem(refusalMessage(refusal, "The day could not be set. Try again."));
    }
    setBusy(false);
  };
  const submit = () => {
    const read = typed.trim() === "" ? undefined : readAsOf(typed, "As of");
    if (read?.ok === false) return setProblem(read.message);
    void apply(read?.asOf);
  };

  return (
    <section aria-labelledby="as-of-heading">
      <h2 id="as-of-heading">As of</h2>
      {!workbook ? (
        <WorkbookNeeded host={host} what="show the values of a past day" />
      ) : (
        <form
          noValidate
          onSubmit={(e) => {
            e.preventDefault();
            submit();
          }}
        >
          <label for="as-of">Day or moment</label>
          <input
            id="as-of"
            type="text"
            autocomplete="off"
            spellcheck={false}
            placeholder="now"
            value={typed}
            aria-invalid={problem !== ""}
            aria-describedby="as-of-note"
            onInput={(e) => setTyped(e.currentTarget.value)}
          />
          <p id="as-of-note" class="quiet">
            Such as 2024-06-25, which is its end in New York, or 2024-06-25T14:30Z. All cells then show only what was public by then. Blank for the latest
            values. Saved in this workbook.
          </p>
          <div class="buttons">
            <button type="submit" class="primary" aria-disabled={busy}>
              Apply
            </button>
            {current !== undefined && (
              <button type="button" aria-disabled={busy} onClick={() => void apply(undefined)}>
                Show the latest values
              </button>
            )}
          </div>
          <div role="alert">{problem && <p class="problem">{problem}</p>}</div>
        </form>
      )}
    </section>
  );
}
