import type { CellPlace } from "../../workbook/cell";
import type { AuditedCell } from "./audit-of";
import { CellList } from "./cell-list";

interface AuditListProps {
  readonly heading: string;
  /** Cells that match the filter. */
  readonly cells: readonly AuditedCell[];
  readonly text: string;
  readonly setText: (text: string) => void;
  readonly go: (place: CellPlace) => void;
  readonly build: (formula: string) => void;
  /** The workbook's last refusal. */
  readonly problem: string | undefined;
  readonly busy: boolean;
  readonly copy: () => void;
  readonly write: () => void;
}

/** The cells of the selected state and sheet, filtered by text, with buttons to export them as a table. */
export function AuditList({ heading, cells, text, setText, go, build, problem, busy, copy, write }: AuditListProps) {
  return (
    <section aria-labelledby="audit-list">
      <h2 id="audit-list">{heading}</h2>
      <div class="field">
        <label for="audit-text">Filter by text</label>
        <input
          id="audit-text"
          type="search"
          autocomplete="off"
          spellcheck={false}
          placeholder="DGS10, Sheet1!B, timeout…"
          value={text}
          onInput={(e) => setText(e.currentTarget.value)}
        />
      </div>
      {cells.length === 0 ? (
        <p class="quiet">No matching cells. Choose another state or clear the filter.</p>
      ) : (
        <CellList cells={cells} go={(audited) => go(audited.cell)} build={build} />
      )}
      {problem && (
        <p class="problem" role="alert">
          {problem}
        </p>
      )}
      {cells.length > 0 && (
        <div class="buttons">
          <button type="button" onClick={copy}>
            Copy as table
          </button>
          <button type="button" aria-busy={busy} onClick={write}>
            Write to a new sheet
          </button>
        </div>
      )}
      {cells.length > 0 && <p class="quiet">Both write formulas as text, without the equals sign.</p>}
    </section>
  );
}
