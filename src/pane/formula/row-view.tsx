import type { RegistryRow } from "../../contract/wire";
import { Facts } from "../fields/facts";
import { universeWords } from "./row-words";
import { nearTo, type Start } from "./related";
import { Button } from "../elements";

/** A screener field or caveat, and formulas similar to it. */
export function RowView({ row, open }: { readonly row: RegistryRow; readonly open: (start: Start) => void }) {
  const near = nearTo(row);
  const caveat = row.kind === "caveat";
  return (
    <>
      <p>{row.description}</p>
      {caveat ? (
        <p>
          Quote a caveat together with its answer. Inspect shows it in full, and <em>Copy citation</em> includes it.
        </p>
      ) : (
        <>
          <p>A field of the service's screener, which filters many companies at once. It is used through the screener API, not in a formula.</p>
          <Facts
            of={[
              ["Group", row.group ?? "not stated"],
              ["Type", row.type],
              ["Operators", (row.operators ?? []).join(", ") || "not stated"],
              ["Found at", row.doors.join(", ")],
              ["Coverage", universeWords(row)],
            ]}
          />
        </>
      )}
      {near.length > 0 ? (
        <div class="stack close build-near">
          <h3>{caveat ? "Functions with this caveat" : "The nearest in a cell, one company at a time"}</h3>
          <div class="buttons">
            {near.map((start) => (
              <Button key={start.label} words={<code>{start.label}</code>} act={() => open(start)} />
            ))}
          </div>
        </div>
      ) : (
        <p class="quiet">
          {caveat
            ? "No function returns this caveat: it belongs to parts of the service that cells do not use."
            : "No function returns this field. Go back and search for a similar figure."}
        </p>
      )}
    </>
  );
}
