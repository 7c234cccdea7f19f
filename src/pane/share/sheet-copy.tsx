import { Alert } from "../notices/alert";
import type { CopiedSheet } from "../spreadsheet";
import type { TabProps } from "../tab";
import { ProgressBar } from "../work/progress-bar";
import { useWork, workPerBook } from "../work/work";

const workOf = workPerBook<CopiedSheet>();

const WORDS = "Copying this tab";

/** Share tab of a spreadsheet: copies the active sheet with values instead of SERVICE formulas, and explains first what the copy contains. */
export function SheetCopy({ host, say }: Pick<TabProps, "host" | "say">) {
  const { spreadsheet } = host;
  const work = workOf(host);
  const { working, done, failure } = useWork(work);
  const copy = async () => {
    if (working || !spreadsheet) return;
    say(`${WORDS}.`);
    const ended = await work.start(WORDS, () => spreadsheet.copyAsValues());
    // A failure is an alert.
    say(ended.kind === "done" ? `The new tab is ${ended.result.sheet}.` : "");
  };
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
      {working && <ProgressBar label={working.words} done={working.done} of={working.of} />}
      <div class="buttons">
        <button type="button" class="primary" aria-disabled={working !== undefined} onClick={() => void copy()}>
          {working ? "Copying…" : "Copy this tab as values"}
        </button>
      </div>
      <Alert message={failure} />
      {done && (
        <>
          <p class={done.cells > 0 ? "good" : "note"}>{done.summary}</p>
          <dl>
            <dt>New tab</dt>
            <dd>{done.sheet}</dd>
          </dl>
        </>
      )}
    </section>
  );
}
