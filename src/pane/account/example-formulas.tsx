import { Fragment } from "preact";
import { copyText } from "../parts/copy-text";

const EXAMPLES = [
  { formula: '=SERVICE.YIELD("10Y","2024-06-19")', about: "Treasury yield of a day, in percent" },
  { formula: '=SERVICE.FRED("CPIAUCSL","date")', about: "Which month the latest price index describes" },
  { formula: '=SERVICE.SHORTINTEREST("GME","days")', about: "Days to cover, or why they are unknown" },
] as const;

/** A narrow pane breaks a formula after a bracket or a comma, not within a name. */
const Formula = ({ text }: { readonly text: string }) => (
  <code>
    {text.split(/(?<=[(,])/).map((part, i) => (
      <Fragment key={i}>
        {i > 0 && <wbr />}
        <span class="piece">{part}</span>
      </Fragment>
    ))}
  </code>
);

/** Formulas to begin with, each with a button that copies it. */
export function ExampleFormulas({ say }: { readonly say: (sentence: string) => void }) {
  const copy = async (formula: string) =>
    say((await copyText(formula)) ? "Copied. Paste it into a cell." : "The browser does not allow copying. Select the formula and press Ctrl+C.");
  return (
    <ul class="examples">
      {EXAMPLES.map(({ formula, about }) => (
        <li key={formula}>
          <div>
            <Formula text={formula} />
            <span class="quiet">{about}</span>
          </div>
          <button type="button" class="small" aria-label={`Copy ${formula}`} onClick={() => void copy(formula)}>
            Copy
          </button>
        </li>
      ))}
    </ul>
  );
}
