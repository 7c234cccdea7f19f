import { capital } from "../../contract/text";
import type { Status } from "../../contract/wire";
import { originInWords, familiesSummary } from "./families-words";

/** Titles of families whose id is too short to be clear. */
const NAMES: Readonly<Record<string, string>> = {
  "as-of": "As-of dates",
  cot: "Commitments of traders",
  curve: "Treasury curve",
  holders13f: "13F holders",
  macro: "Macro series",
  "onchain-risk": "On-chain risk",
  osint: "Open-source reports",
  surprise: "Economic surprise",
  tic: "Foreign holders of Treasury securities",
};

const named = (family: string): string => {
  const known = NAMES[family];
  if (known) return known;
  const words = family.replace(/[_-]+/g, " ");
  return capital(words);
};

/** Which families serve published and which sample data. The list is collapsed; the warning is always visible. */
export function Families({ status, firstSteps }: { readonly status: Status; /** True if First steps are offered below. */ readonly firstSteps: boolean }) {
  const { families } = status;
  return (
    <section aria-labelledby="families">
      <h2 id="families">Where the data comes from</h2>
      {status.sample && (
        <p class="warning">
          Some answers use sample data: generated, not published. Do not quote them.{firstSteps && " First steps below gets published data."}
        </p>
      )}
      <details>
        <summary>{familiesSummary(families)}</summary>
        <ul class="families">
          {families.map((f) => (
            <li key={f.family}>
              <span>{named(f.family)}</span>
              <span class="quiet">{originInWords(f)}</span>
            </li>
          ))}
        </ul>
      </details>
    </section>
  );
}
