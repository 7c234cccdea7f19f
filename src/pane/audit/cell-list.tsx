import { useState } from "preact/hooks";
import { addressOf } from "../../workbook/cell-address";
import { VirtualList } from "../list/virtual-list";
import type { AuditedCell } from "./audit-of";
import { STATE_LABELS } from "./state-words";

interface CellListProps {
  readonly cells: readonly AuditedCell[];
  readonly go: (cell: AuditedCell) => void;
  readonly build: (formula: string) => void;
}

const addressOfAudited = ({ cell }: AuditedCell): string => addressOf(cell);

/** A list of cells, with the active row in full below it. */
export function CellList({ cells, go, build }: CellListProps) {
  const [active, setActive] = useState<AuditedCell | undefined>();
  return (
    <>
      <VirtualList
        id="audit-cells"
        label="Cells. Press Enter to go to a cell."
        items={cells}
        keyOf={addressOfAudited}
        rowHeight={48}
        most={7}
        open={go}
        onActive={setActive}
        row={(audited) => (
          <>
            <div class="audit-line">
              <span class="audit-address">{addressOf(audited.cell)}</span>
              <span class="audit-shows">{audited.cell.text}</span>
            </div>
            <div class="audit-line quiet">
              <span class={`audit-tag ${audited.state}`}>{STATE_LABELS[audited.state]}</span>
              <span class="audit-words">{audited.words}</span>
            </div>
          </>
        )}
      />
      {active && (
        <div class="row-detail">
          <p>
            <strong>{addressOf(active.cell)}</strong> shows {active.cell.text === "" ? "nothing" : active.cell.text}
          </p>
          <p>
            <code>{active.cell.formula}</code>
          </p>
          <p class="quiet">
            {STATE_LABELS[active.state]}: {active.words}
          </p>
          <div class="buttons">
            <button type="button" class="small" onClick={() => go(active)}>
              Go to cell
            </button>
            {active.asked.alone && active.state !== "broken" && (
              <button type="button" class="small" onClick={() => build(active.cell.formula)}>
                Open in Build
              </button>
            )}
          </div>
        </div>
      )}
    </>
  );
}
