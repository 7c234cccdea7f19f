import { useMemo, useState } from "preact/hooks";
import { CHANGE_WORDS } from "../../proof/change-words";
import { type CellPlace, isError, type ShownCell } from "../../workbook/cell";
import { addressOf } from "../../workbook/cell-address";
import { CopyTable, placeColumns, plainContent, shownContent } from "../export/copy-table";
import { SelectField } from "../fields/select-field";
import { VirtualList } from "../list/virtual-list";
import { causeWords, changeInWords, figureOfChange, withoutBinaryError, unitOfChange, argumentWords } from "./change-in-words";
import type { Change } from "./refresh-result";
import { counted, withSeparators } from "../../contract/counted";
import { CELL_CAUSES, type CellCause } from "../../proof/answer-changes";
import type { PlainContent } from "../../workbook/edits/sheet-edits";

type ChangeColumn = "cell" | "before" | "after" | "difference";
interface Order {
  readonly by: ChangeColumn;
  readonly descending: boolean;
}

/** Orders numbers before text before errors before empty cells. */
function compareShown(a: ShownCell, b: ShownCell): number {
  const rank = ({ value }: ShownCell): number => (typeof value === "number" ? 0 : value === null ? 3 : isError(value) ? 2 : 1);
  if (rank(a) !== rank(b)) return rank(a) - rank(b);
  return typeof a.value === "number" && typeof b.value === "number" ? a.value - b.value : a.text < b.text ? -1 : a.text > b.text ? 1 : 0;
}

/** Sorts the changes; by cell is the workbook's order, as given. Changes without a difference come last either way; equal ones keep their order. */
export function sortChanges(changes: readonly Change[], { by, descending }: Order): readonly Change[] {
  if (by === "cell") return descending ? [...changes].reverse() : changes;
  const way = descending ? -1 : 1;
  return [...changes].sort((a, b) => {
    if (by !== "difference") return way * compareShown(a[by], b[by]);
    if (a.difference === undefined || b.difference === undefined) return Number(a.difference === undefined) - Number(b.difference === undefined);
    return way * (a.difference - b.difference);
  });
}

/** The changes as a table for the clipboard, with a header row. Formulas have no equals sign, so that they stay text. */
export const changesTable = (changes: readonly Change[]): (readonly PlainContent[])[] => [
  ["Sheet", "Cell", "Figure", "Old", "New", "Difference", "Unit", "Why", "Formula without its ="],
  ...changes.map((change) => {
    const { place, formula, before, after, difference } = change;
    const changed = difference === undefined ? null : withoutBinaryError(difference);
    const values = [shownContent(before), shownContent(after), changed, unitOfChange(change)];
    const why = [causeWords(change), argumentWords(change)].filter((words) => words !== "").join(": ");
    return [...placeColumns(place), figureOfChange(change), ...values, why, formula.replace(/^=/, "")].map(plainContent);
  }),
];

/** A cause to choose; `unknown` for changes without one, so that each change has at least one. */
type Cause = CellCause | "unknown";
const CAUSES: readonly Cause[] = [...CELL_CAUSES, "unknown"];

export const hasCause = ({ causes }: Change, cause: Cause): boolean => (cause === "unknown" ? causes.length === 0 : causes.includes(cause));

interface CauseChoiceProps {
  readonly changes: readonly Change[];
  readonly chosen: Cause | undefined;
  readonly choose: (cause: Cause | undefined) => void;
}

/** The causes that occur, with counts; choosing one shows only its cells. Nothing if no cause is known. */
function CauseChoice({ changes, chosen, choose }: CauseChoiceProps) {
  if (changes.every((one) => hasCause(one, "unknown"))) return null;
  const counts = CAUSES.map((one) => [one, changes.filter((change) => hasCause(change, one)).length] as const).filter(([, count]) => count > 0);
  return (
    <SelectField
      id="refresh-cause"
      label="Why it changed"
      value={chosen ?? ""}
      options={[
        ["", `All changes (${withSeparators(changes.length)})`],
        ...counts.map(([one, count]) => [one, `${one === "unknown" ? "Unknown cause" : CHANGE_WORDS[one].label} (${withSeparators(count)})`] as const),
      ]}
      choose={(one) => choose(one || undefined)}
    />
  );
}

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
    <>
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
    </>
  );
};

/** The cells that a refresh changed, with old and new value, and why. */
export function WhatChanged({ changes, go, say }: WhatChangedProps) {
  const [order, setOrder] = useState<Order>({ by: "cell", descending: false });
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
        header={COLUMNS.map(([by, label]) => (
          <span key={by} role="columnheader" class={by} aria-sort={order.by === by ? (order.descending ? "descending" : "ascending") : "none"}>
            <button type="button" onClick={() => sort(by, label.toLowerCase())}>
              {label}
              <span aria-hidden="true">{order.by === by ? (order.descending ? " ▼" : " ▲") : ""}</span>
            </button>
          </span>
        ))}
        row={(change) => <Row change={change} />}
        detail={(change) => <Detail change={change} />}
      />
      <div class="buttons">
        <CopyTable rows={() => changesTable(sorted)} count={sorted.length} say={say}>
          Copy table
        </CopyTable>
      </div>
    </>
  );
}
