import { useChanges } from "../../../pane/hooks/use-changes";
import { ProgressBar } from "../../../pane/work/progress-bar";
import type { Work } from "../../../pane/work/work";
import type { Copied } from "../sidebar-calls";
import type { ViewProps } from "./view";

const WORDS = "Copying this tab";

/** Copies the active tab with values instead of SERVICE formulas; explains first what the copy contains. */
export function CopyView({ run, say, work }: ViewProps & { readonly work: Work<Copied> }) {
  useChanges(work);
  const state = work.state();
  const working = state.phase === "working";
  const copy = async () => {
    if (working) return;
    say(`${WORDS}.`);
    const ended = await work.start(WORDS, () => run("copyAsValues"));
    if (ended?.kind === "done") say(`The new tab is ${ended.result.sheet}.`);
    else if (ended?.kind === "failed") say(ended.message);
  };
  const last = state.phase === "idle" ? state.last : undefined;
  return (
    <section aria-labelledby="copy-title">
      <h2 id="copy-title">A copy as values</h2>
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
      {last?.kind === "failed" && <p class="problem">{last.message}</p>}
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
