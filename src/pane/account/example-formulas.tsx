import { CopyButton } from "../export/copy-button";
import { FORMULA_COPIED } from "../export/copy-text";
import { written } from "../pane-words";
import { FormulaText } from "../formula/formula-text";

const EXAMPLES = [
  { formula: '=SERVICE.YIELD("10Y","2024-06-19")', about: "Treasury yield on a date, in percent" },
  { formula: '=SERVICE.FRED("CPIAUCSL","date")', about: "Month of the latest price index" },
  { formula: '=SERVICE.SHORTINTEREST("GME","days")', about: "Days to cover, or why they are unknown" },
] as const;

/** Example formulas, each with a Copy button. */
export function ExampleFormulas({ say }: { readonly say: (sentence: string) => void }) {
  return (
    <ul class="examples">
      {EXAMPLES.map(({ formula: inExcel, about }) => ({ formula: written(inExcel), about })).map(({ formula, about }) => (
        <li key={formula}>
          <div>
            <code>
              <FormulaText text={formula} />
            </code>
            <span class="quiet">{about}</span>
          </div>
          <CopyButton small label={`Copy ${formula}`} text={() => formula} copied={FORMULA_COPIED} say={say}>
            Copy
          </CopyButton>
        </li>
      ))}
    </ul>
  );
}
