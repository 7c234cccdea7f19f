import { useState } from "preact/hooks";
import type { CellPlace } from "../../workbook/cell";
import { addressOf } from "../../workbook/cell-address";
import { VirtualList } from "./virtual-list";
import { counted } from "../../contract/counted";
import { groupedBy } from "../../contract/lists";

/** A cell, and a sentence on why it keeps its value. */
interface CellReason {
  readonly place: CellPlace;
  readonly why: string;
}

/** Groups equal reasons, the most frequent first. */
export const groupReasons = <T extends CellReason>(items: readonly T[]): readonly (readonly [why: string, items: readonly T[]])[] =>
  [...groupedBy(items, ({ why }) => why)].sort(([, a], [, b]) => b.length - a.length);

interface ReasonsProps {
  /** Prefix of element ids, one word. */
  readonly id: string;
  readonly items: readonly CellReason[];
  readonly go: (place: CellPlace) => void;
}

const addressIn = ({ place }: CellReason): string => addressOf(place);

/** Why cells keep their values: a line for each reason with its count, and its cells when expanded. */
export function ReasonsByCount({ id, items, go }: ReasonsProps) {
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set());
  return (
    <ul class="list reasons">
      {groupReasons(items).map(([why, cells], i) => (
        <li key={why}>
          <details
            open={open.has(why)}
            onToggle={(e) => {
              const next = new Set(open);
              if (e.currentTarget.open) next.add(why);
              else next.delete(why);
              setOpen(next);
            }}
          >
            <summary>
              <strong>{counted(cells.length, "cell")}</strong>: {why}
            </summary>
            {open.has(why) && (
              <VirtualList
                id={`${id}-${i}`}
                label="Cells. Press Enter to go to a cell."
                items={cells}
                keyOf={addressIn}
                rowHeight={28}
                most={6}
                open={(item) => go(item.place)}
                row={(item) => addressOf(item.place)}
              />
            )}
          </details>
        </li>
      ))}
    </ul>
  );
}
