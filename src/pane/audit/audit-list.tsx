import { counted } from "../../contract/counted";
import type { PlainContent } from "../../workbook/edits/sheet-edits";
import { addressOf } from "../../workbook/cell-address";
import { CopyTable, placeColumns, plainContent, shownContent } from "../export/copy-table";
import { goToCell } from "../hooks/go-to-cell";
import { useAttempt } from "../hooks/use-attempt";
import type { Workbook, SheetLook } from "../workbook";
import { VirtualList } from "../list/virtual-list";
import type { AuditedCell } from "./audit-of";
import { type AuditState, STATE_WORDS } from "./audit-words";
import { Alert, Button, Section } from "../elements";

interface Filter {
  readonly state?: AuditState | undefined;
  readonly sheet?: string | undefined;
  /** Words that must all occur: in the address, the formula, what the cell shows, or its explanation. */
  readonly text: string;
}

/** Cells that match a filter, in their order. */
export function matchingCells(cells: readonly AuditedCell[], { state, sheet, text }: Filter): readonly AuditedCell[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  if (state === undefined && sheet === undefined && words.length === 0) return cells;
  return cells.filter((c) => {
    if (state !== undefined && c.state !== state) return false;
    if (sheet !== undefined && c.cell.sheet !== sheet) return false;
    if (words.length === 0) return true;
    const searchable = `${addressOf(c.cell)} ${c.cell.formula} ${c.cell.text} ${c.words}`.toLowerCase();
    return words.every((word) => searchable.includes(word));
  });
}

/** The table's heading; formulas have no equals sign, because with it they would be formulas again. */
const TABLE_HEAD = ["Sheet", "Cell", "State", "Shows", "In words", "Formula without its ="] as const;

/** How a sheet with the table looks. */
const AUDIT_LOOK: SheetLook = { widths: [18, 8, 16, 22, 60, 44], head: 0 };

/** The audit as a table for another sheet or the clipboard, with its heading. */
export const auditTable = (cells: readonly AuditedCell[]): (readonly PlainContent[])[] => [
  TABLE_HEAD,
  ...cells.map(({ cell, state, words }) =>
    [...placeColumns(cell), STATE_WORDS[state].label, shownContent(cell), words, cell.formula.replace(/^=/, "")].map(plainContent),
  ),
];

interface CellListProps {
  readonly cells: readonly AuditedCell[];
  readonly go: (cell: AuditedCell) => void;
  readonly build: (formula: string) => void;
}

const addressOfAudited = ({ cell }: AuditedCell): string => addressOf(cell);

/** A list of cells, with the active row in full below it. */
const CellList = ({ cells, go, build }: CellListProps) => (
  <VirtualList
    id="audit-cells"
    label="Cells. Press Enter to go to a cell."
    items={cells}
    keyOf={addressOfAudited}
    rowHeight={48}
    most={7}
    open={go}
    row={({ cell, state, words }) => (
      <>
        <div class="audit-line">
          <span class="audit-address">{addressOf(cell)}</span>
          <span class="audit-shows">{cell.text}</span>
        </div>
        <div class="audit-line quiet">
          <span class={`audit-tag ${state}`}>{STATE_WORDS[state].label}</span>
          <span class="audit-words">{words}</span>
        </div>
      </>
    )}
    detail={(active) => (
      <>
        <p>
          <strong>{addressOf(active.cell)}</strong> shows {active.cell.text === "" ? "nothing" : active.cell.text}
        </p>
        <p>
          <code>{active.cell.formula}</code>
        </p>
        <p class="quiet">
          {STATE_WORDS[active.state].label}: {active.words}
        </p>
        <div class="buttons">
          <Button class="small" words="Go to cell" act={() => go(active)} />
          {active.asked.alone && active.state !== "broken" && <Button class="small" words="Open in Build" act={() => build(active.cell.formula)} />}
        </div>
      </>
    )}
  />
);

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
    <Section id="audit-list" heading={heading}>
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
      <Alert message={problem} />
      {cells.length > 0 && (
        <div class="buttons">
          <CopyTable rows={() => auditTable(cells)} count={cells.length} say={say}>
            Copy as table
          </CopyTable>
          <Button aria-busy={busy} words="Write to a new sheet" act={write} />
        </div>
      )}
      {cells.length > 0 && <p class="quiet">Both write formulas as text, without the equals sign.</p>}
    </Section>
  );
}
