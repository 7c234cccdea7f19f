import type { TabProps } from "../tab";
import { ShareCopy } from "./share-copy";
import { Templates } from "./templates";

/** A copy for people without the add-in, workbooks to begin with, and what others see. */
export function ShareTab({ host, say, show }: TabProps) {
  return (
    <>
      <section aria-labelledby="copy">
        <h2 id="copy">A copy with values</h2>
        <p>A new workbook with values in place of SERVICE formulas; every other formula stays. This workbook is not touched.</p>
        <p class="quiet">Reasons (n/a: …) stay as text, errors as errors. Nothing unknown becomes 0 or empty.</p>
        <ShareCopy host={host} say={say} show={show} />
      </section>
      <Templates host={host} say={say} />
      <section aria-labelledby="others">
        <h2 id="others">People without the add-in</h2>
        <details>
          <summary>What they see of this workbook</summary>
          <ul class="points">
            <li>The last values, until something recalculates.</li>
            <li>
              After that #NAME?, and formulas that begin with <code>_xldudf_</code>. A copy with values avoids this.
            </li>
            <li>Once they have the add-in and a key of their own, the workbook works for them; Audit repairs names that stay broken.</li>
            <li>Your key is not in the workbook and not in the copy.</li>
            <li>
              Sources and their terms go with the figures: <em>Notes to sheet</em> under Inspect writes them down first.
            </li>
          </ul>
        </details>
      </section>
    </>
  );
}
