import { counted } from "../../contract/counted";
import { CopyButton } from "../export/copy-button";
import { tabSeparated } from "../export/tab-separated";
import { goToCell } from "../hooks/go-to-cell";
import { useAttempt } from "../hooks/use-attempt";
import { Refusal } from "../notices/refusal";
import type { Workbook } from "../workbook";
import type { AuditedCell } from "./audit-of";
import { AUDIT_LOOK, auditTable } from "./audit-table";
import { CellList } from "./cell-list";

const SHEET = "SERVICE audit";

interface AuditListProps {
  readonly workbook: Workbook;
  readonly heading: string;
  /** Cells that match the filter. */
  readonly cells: readonly AuditedCell[];
  readonly text: string;
  readonly setText: (text: string) => void;
  readonly build: (formula: string) => void;
  readonly say: (sentence: string) => void;
}

/** The cells of the selected state and sheet, filtered by text, with buttons to export them as a table. */
export function AuditList({ workbook, heading, cells, text, setText, build, say }: AuditListProps) {
  const { busy, problem, run } = useAttempt(say);
  const go = goToCell(workbook, run, say);
  const write = () =>
    void run(async () => {
      const name = await workbook.writeSheet(SHEET, auditTable(cells), { look: AUDIT_LOOK });
      say(`${counted(cells.length, "cell")} written to the sheet ${name}.`);
    }, "The sheet could not be written. Try again.");
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
      <Refusal message={problem} />
      {cells.length > 0 && (
        <div class="buttons">
          <CopyButton text={() => tabSeparated(auditTable(cells))} copied={`Copied ${counted(cells.length, "row")}. Paste into a sheet.`} say={say}>
            Copy as table
          </CopyButton>
          <button type="button" aria-busy={busy} onClick={write}>
            Write to a new sheet
          </button>
        </div>
      )}
      {cells.length > 0 && <p class="quiet">Both write formulas as text, without the equals sign.</p>}
    </section>
  );
}
