import type { Status } from "../../contract/wire";

/** Names of the field where a family's own is short for it. */
const NAMES: Readonly<Record<string, string>> = {
  "as-of": "As-of dates",
  curve: "Treasury curve",
  holders13f: "13F holders",
  macro: "Macro series",
  "onchain-risk": "On-chain risk",
  osint: "Open-source reports",
  surprise: "Economic surprise",
};

const named = (family: string): string => {
  const known = NAMES[family];
  if (known) return known;
  const words = family.replace(/[_-]+/g, " ");
  return words.charAt(0).toUpperCase() + words.slice(1);
};

/** A family with imported rows may still answer from generated ones for every other name. */
const origin = ({ sample, real_names, newest_observation }: Status["families"][number]): string => {
  if (real_names === 0) return sample ? "sample" : "real";
  return `${real_names} real series${newest_observation ? `, to ${newest_observation}` : ""}${sample ? "; the rest sample" : ""}`;
};

const summary = (families: Status["families"]): string => {
  const real = families.filter((f) => f.real_names > 0 || !f.sample).length;
  return `${families.length} data families${real > 0 ? `, ${real} with published figures` : ""}`;
};

/** Which families answer from real rows and which from generated ones, in words; the table is folded, the warning is not. */
export function Families({ status }: { readonly status: Status }) {
  const { families } = status;
  return (
    <section aria-labelledby="families">
      <h2 id="families">Where the data comes from</h2>
      {status.sample && (
        <p class="warning">{status.sample_notice ?? "Some answers rest on generated sample data. They show how formulas work and are no market data."}</p>
      )}
      <details>
        <summary>{summary(families)}</summary>
        <ul class="families">
          {families.map((f) => (
            <li key={f.family}>
              <span>{named(f.family)}</span>
              <span class="quiet">{origin(f)}</span>
            </li>
          ))}
        </ul>
      </details>
    </section>
  );
}
