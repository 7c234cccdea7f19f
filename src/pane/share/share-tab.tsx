import type { TabProps } from "../tab";
import { ShareCopy } from "./share-copy";
import { Templates } from "../templates/templates";

/** A copy for people without the add-in, the templates, and what others see. */
export function ShareTab({ host, say, show }: TabProps) {
  return (
    <>
      <section aria-labelledby="copy">
        <h2 id="copy">A copy with values</h2>
        <p>Creates a new workbook with values instead of SERVICE formulas. Other formulas stay, and this workbook does not change.</p>
        <p class="quiet">Reasons (n/a: …) stay text and errors stay errors. A missing value never becomes 0 or empty.</p>
        <ShareCopy host={host} say={say} show={show} />
      </section>
      <Templates host={host} say={say} />
      <section aria-labelledby="others">
        <h2 id="others">People without the add-in</h2>
        <details>
          <summary>What they see of this workbook</summary>
          <ul class="points">
            <li>The last values, until the cells recalculate.</li>
            <li>
              After that, #NAME? and formulas that begin with <code>_xldudf_</code>. A copy with values avoids this.
            </li>
            <li>With the add-in and their own key, the workbook works for them. Audit repairs names that stay broken.</li>
            <li>Your key is not in the workbook or in the copy.</li>
            <li>
              Figures need their sources and terms: write them to a sheet first with <em>Sources sheet</em> in Inspect.
            </li>
          </ul>
        </details>
      </section>
    </>
  );
}
