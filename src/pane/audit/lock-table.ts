import { placeColumns } from "../export/place-columns";
import { plainContent } from "../export/plain-text";
import type { PlainContent } from "../workbook";
import type { ComparedCell } from "./compare-with-lock";
import { LOCK_STATE_LABELS } from "./lock-words";

const TABLE_HEAD = ["Sheet", "Cell", "State", "In words"] as const;

/** Cells compared with a lock as a table for the clipboard, with its heading. */
export const lockTable = (cells: readonly ComparedCell[]): (readonly PlainContent[])[] => [
  TABLE_HEAD,
  ...cells.map(({ place, state, words }) => [...placeColumns(place), LOCK_STATE_LABELS[state], words].map(plainContent)),
];
