import type { RegistryRow } from "../../contract/wire";
import { rowTitle, universeWords } from "./row-words";
import { startsOf, type Start } from "./related";

/** A screener field or caveat, and formulas similar to it. */
export function RowView({ row, open }: { readonly row: RegistryRow; readonly open: (start: Start) => void }) {
  const { near } = startsOf(row);
  const caveat = row.kind === "caveat";
  return (
    <>
      <p>{rowTitle(row)}</p>
      {caveat ? (
        <p>
          Quote a caveat together with its answer. Inspect shows it in full, and <em>Copy citation</em> includes it.
        </p>
      ) : (
        <>
          <p>A field of the service's screener, which filters many companies at once. It is used through the screener API, not in a formula.</p>
          <dl>
            <dt>Group</dt>
            <dd>{row.group ?? "not stated"}</dd>
            <dt>Type</dt>
            <dd>{row.type}</dd>
            <dt>Operators</dt>
            <dd>{(row.operators ?? []).join(", ") || "not stated"}</dd>
            <dt>Found at</dt>
            <dd>{row.doors.join(", ")}</dd>
            {universeWords(row) !== "" && (
              <>
                <dt>Coverage</dt>
                <dd>{universeWords(row)}</dd>
              </>
            )}
          </dl>
        </>
      )}
      {near.length > 0 ? (
        <div class="build-near">
          <h3>{caveat ? "Functions with this caveat" : "The nearest in a cell, one company at a time"}</h3>
          <div class="buttons">
            {near.map((start) => (
              <button key={start.label} type="button" onClick={() => open(start)}>
                <code>{start.label}</code>
              </button>
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
