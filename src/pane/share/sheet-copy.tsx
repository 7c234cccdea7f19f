import { Facts } from "../fields/facts";
import type { CopiedSheet } from "../../workbook/script-results";
import type { TabProps } from "../tab";
import { ProgressBar } from "../work/progress-bar";
import { useWork, workPerBook } from "../work/work";
import { Alert, Button, Section } from "../elements";

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
    <Section id="copy-title" heading="A copy with values">
      <p>Copies this tab to a new one, for people without a key.</p>
      <ul class="points">
        <li>SERVICE formulas become their current values. Reasons and errors become text.</li>
        <li>Other formulas stay formulas.</li>
        <li>Sources and caveats are listed below the data.</li>
        <li>This tab does not change.</li>
      </ul>
      {working && <ProgressBar label={working.words} done={working.done} of={working.of} />}
      <Button class="primary" aria-disabled={working !== undefined} words={working ? "Copying…" : "Copy this tab as values"} act={copy} />
      <Alert message={failure} />
      {done && (
        <>
          <p class={done.cells > 0 ? "good" : "note"}>{done.summary}</p>
          <Facts of={[["New tab", done.sheet]]} />
        </>
      )}
    </Section>
  );
}
