import { useMemo, useState } from "preact/hooks";
import { CHANGE_WORDS } from "../../proof/change-words";
import type { CellPlace } from "../../workbook/cell";
import { addressOf } from "../../workbook/cell-address";
import { CopyButton } from "../export/copy-button";
import { tabSeparated } from "../export/tab-separated";
import { VirtualList } from "../list/virtual-list";
import { argumentWords } from "./argument-changes";
import { CauseChoice, hasCause, type Cause } from "./cause-choice";
import { causeWords, changeInWords } from "./change-in-words";
import { changesTable } from "./changes-table";
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

/** Two lines for the figure and two for values and causes, in pixels. */
const ROW_HEIGHT = 73;

const Row = ({ change }: { readonly change: Change }) => {
  const { figure, before, after, difference, unit } = changeInWords(change);
  return (
    <div class="refresh-change" role="presentation">
      <span role="gridcell">
        <span class="refresh-figure">
          <b>{addressOf(change.place)}</b> {figure}
          {unit !== "" && <span class="quiet">, {unit}</span>}
        </span>{" "}
        <span class="refresh-cause quiet">{causeWords(change)}</span>
      </span>
      <span role="gridcell">{before}</span>
      <span role="gridcell">{after}</span>
      <span role="gridcell">{difference}</span>
    </div>
  );
};

/** The active change in full. */
const Detail = ({ change }: { readonly change: Change }) => {
  const { figure, before, after, difference, unit } = changeInWords(change);
  const argumentsChanged = argumentWords(change);
  return (
    <div class="row-detail">
      <p>
        <strong>{addressOf(change.place)}</strong>
        {figure !== "" && `, ${figure}`}: {before} → {after}
        {unit !== "" && ` ${unit}`}
        {difference !== "" && ` (${difference})`}
      </p>
      <p class="quiet">
        {change.causes.length > 0
          ? change.causes.map((one) => `${CHANGE_WORDS[one].label}: ${CHANGE_WORDS[one].meaning}`).join(" ")
          : "The cause is not known: the pane has no earlier answer, or another input of the formula changed."}
      </p>
      {argumentsChanged !== "" && <p>Asks: {argumentsChanged}</p>}
      <p>
        <code>{change.formula}</code>
      </p>
    </div>
  );
};

/** The cells that a refresh changed, with old and new value, and why. */
export function WhatChanged({ changes, go, say }: WhatChangedProps) {
  const [order, setOrder] = useState<Order>({ by: "cell", descending: false });
  const [active, setActive] = useState<Change | undefined>();
  const [cause, setCause] = useState<Cause | undefined>();
  const matching = useMemo(() => (cause === undefined ? changes : changes.filter((one) => hasCause(one, cause))), [changes, cause]);
  const sorted = useMemo(() => sortChanges(matching, order), [matching, order]);

  const sort = (by: ChangeColumn, label: string) => {
    const descending = order.by === by ? !order.descending : by === "difference";
    setOrder({ by, descending });
    say(`Sorted by ${label}, ${descending ? "descending" : "ascending"}.`);
  };

  const choose = (chosen: Cause | undefined) => {
    setCause(chosen);
    setActive(undefined);
    const shown = chosen === undefined ? changes.length : changes.filter((one) => hasCause(one, chosen)).length;
    say(`${counted(shown, "change")} shown.`);
  };

  return (
    <>
      <CauseChoice changes={changes} chosen={cause} choose={choose} />
      <VirtualList
        id="refresh-changes"
        label="What changed. Press Enter to go to a cell."
        items={sorted}
        keyOf={addressOfChange}
        rowHeight={ROW_HEIGHT}
        most={6}
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
        row={(change) => <Row change={change} />}
      />
      {active && <Detail change={active} />}
      <div class="buttons">
        <CopyButton text={() => tabSeparated(changesTable(sorted))} copied={`Copied ${counted(sorted.length, "row")}. Paste into a sheet.`} say={say}>
          Copy table
        </CopyButton>
      </div>
    </>
  );
}
