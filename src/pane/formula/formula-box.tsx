import { FormulaText } from "./formula-text";

/** The formula as it will be written into the cell. */
export const FormulaBox = ({ formula }: { readonly formula: string }) => (
  <div class="build-formula">
    <h3 id="build-formula">Formula</h3>
    <code aria-labelledby="build-formula" role="group" data-formula>
      <FormulaText text={formula} />
    </code>
  </div>
);
