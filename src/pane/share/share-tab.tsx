import type { TabProps } from "../tab";
import { ShareCopy } from "./share-copy";
import { Templates } from "../templates/templates";
import { Section } from "../elements";

/** A copy for people without the add-in, the templates, and what others see. */
export function ShareTab({ host, say, show }: TabProps) {
  return (
    <>
      <Section id="copy" heading="A copy with values">
        <p>Creates a new workbook with values instead of SERVICE formulas. Other formulas stay, and this workbook does not change.</p>
        <p class="quiet">Reasons (n/a: …) stay text and errors stay errors. A missing value never becomes 0 or empty.</p>
        <ShareCopy host={host} say={say} show={show} />
      </Section>
      <Templates host={host} say={say} />
      <Section id="others" heading="People without the add-in">
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
      </Section>
    </>
  );
}
