import { useMemo, useState } from "preact/hooks";
import type { CellPlace } from "../../workbook/cell";
import { addressOf } from "../../workbook/cell-address";
import { copyAndSay } from "../export/copy-text";
import { tabSeparated } from "../export/tab-separated";
import { VirtualList } from "../list/virtual-list";
import { changesTable, differenceWords, shownWords } from "./changes-table";
import type { Change } from "./refresher";
import { sortChanges, type ChangeColumn, type Order } from "./sort-changes";
import { counted } from "../../contract/counted";

interface WhatChangedProps {
  readonly changes: readonly Change[];
  readonly go: (place: CellPlace) => void;
  readonly say: (sentence: string) => void;
}

const COLUMNS: readonly (readonly [ChangeColumn, string])[] = [
  ["cell", "Cell"],
  ["before", "Old"],
  ["after", "New"],
  ["difference", "Change"],
];

const addressOfChange = ({ place }: Change): string => addressOf(place);

/** The cells that a refresh changed, with old and new value. */
export function WhatChanged({ changes, go, say }: WhatChangedProps) {
  const [order, setOrder] = useState<Order>({ by: "cell", descending: false });
  const [active, setActive] = useState<Change | undefined>();
  const sorted = useMemo(() => sortChanges(changes, order), [changes, order]);

  const sort = (by: ChangeColumn, label: string) => {
    const descending = order.by === by ? !order.descending : by === "difference";
    setOrder({ by, descending });
    say(`Sorted by ${label}, ${descending ? "descending" : "ascending"}.`);
  };
  const copy = () => copyAndSay(tabSeparated(changesTable(sorted)), { copied: `Copied ${counted(changes.length, "row")}. Paste into a sheet.` }, say);

  return (
    <>
      <VirtualList
        id="refresh-changes"
        label="What changed. Press Enter to go to a cell."
        items={sorted}
        keyOf={addressOfChange}
        rowHeight={40}
        most={8}
        open={(change) => go(change.place)}
        onActive={setActive}
        header={COLUMNS.map(([by, label]) => (
          <span key={by} role="columnheader" class={by} aria-sort={order.by === by ? (order.descending ? "descending" : "ascending") : "none"}>
            <button type="button" onClick={() => sort(by, label.toLowerCase())}>
              {label}
              <span aria-hidden="true">{order.by === by ? (order.descending ? " ▼" : " ▲") : ""}</span>
            </button>
          </span>
        ))}
        row={(change) => (
          <div class="refresh-change" role="presentation">
            <span role="gridcell">{addressOf(change.place)}</span>
            <span role="gridcell">{shownWords(change.before)}</span>
            <span role="gridcell">{shownWords(change.after)}</span>
            <span role="gridcell">{differenceWords(change.difference)}</span>
          </div>
        )}
      />
      {active && (
        <div class="row-detail">
          <p>
            <strong>{addressOf(active.place)}</strong>: {shownWords(active.before)} → {shownWords(active.after)}
            {active.difference !== undefined && ` (${differenceWords(active.difference)})`}
          </p>
          <p>
            <code>{active.formula}</code>
          </p>
        </div>
      )}
      <div class="buttons">
        <button type="button" onClick={() => void copy()}>
          Copy table
        </button>
      </div>
    </>
  );
}
