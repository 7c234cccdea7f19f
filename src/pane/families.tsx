import type { Status } from "../contract/wire";

const named = (family: string): string => {
  const words = family.replace(/[_-]+/g, " ");
  return words.charAt(0).toUpperCase() + words.slice(1);
};

/** Which families answer from real rows and which from generated ones, in words. */
export function Families({ status }: { readonly status: Status }) {
  const { families } = status;
  return (
    <section aria-labelledby="families">
      <h2 id="families">Where the data comes from</h2>
      {status.sample && (
        <p class="warning">{status.sample_notice ?? "Some answers rest on generated sample data. They show how formulas work and are no market data."}</p>
      )}
      <ul class="families">
        {families.map((f) => (
          <li key={f.family}>
            <span>{named(f.family)}</span>
            <span class="quiet">
              {f.real_names > 0
                ? `${f.real_names} real${f.newest_observation ? `, to ${f.newest_observation}` : ""}${f.sample ? "; the rest sample" : ""}`
                : f.sample
                  ? "sample"
                  : "real"}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
