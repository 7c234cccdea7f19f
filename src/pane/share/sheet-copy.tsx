import { useChanges } from "../hooks/use-changes";
import { Refusal } from "../notices/refusal";
import type { CopiedSheet } from "../spreadsheet";
import type { TabProps } from "../tab";
import { ProgressBar } from "../work/progress-bar";
import { workPerBook } from "../work/work";

const workOf = workPerBook<CopiedSheet>();

const WORDS = "Copying this tab";

/** Share tab of a spreadsheet: copies the active sheet with values instead of SERVICE formulas, and explains first what the copy contains. */
export function SheetCopy({ host, say }: Pick<TabProps, "host" | "say">) {
  const { spreadsheet } = host;
  const work = workOf(host);
  useChanges(work);
  const state = work.state();
  const working = state.phase === "working";
  const copy = async () => {
    if (working || !spreadsheet) return;
    say(`${WORDS}.`);
    const ended = await work.start(WORDS, () => spreadsheet.copyAsValues());
    // A failure is an alert.
    say(ended?.kind === "done" ? `The new tab is ${ended.result.sheet}.` : "");
  };
  const last = state.phase === "idle" ? state.last : undefined;
  return (
    <section aria-labelledby="copy-title">
      <h2 id="copy-title">A copy with values</h2>
      <p>Copies this tab to a new one, for people without a key.</p>
      <ul class="points">
        <li>SERVICE formulas become their current values. Reasons and errors become text.</li>
        <li>Other formulas stay formulas.</li>
        <li>Sources and caveats are listed below the data.</li>
        <li>This tab does not change.</li>
      </ul>
      {working && <ProgressBar label={state.words} done={state.done} of={state.of} />}
      <div class="buttons">
        <button type="button" class="primary" aria-disabled={working} onClick={() => void copy()}>
          {working ? "Copying…" : "Copy this tab as values"}
        </button>
      </div>
      <Refusal message={last?.kind === "failed" ? last.message : undefined} />
      {last?.kind === "done" && (
        <>
          <p class={last.result.cells > 0 ? "good" : "note"}>{last.result.summary}</p>
          <dl>
            <dt>New tab</dt>
            <dd>{last.result.sheet}</dd>
          </dl>
        </>
      )}
    </section>
  );
}
