import { isError, type ShownCell } from "../../workbook/cell";
import { placeColumns } from "../export/place-columns";
import { plainContent } from "../export/plain-text";
import type { PlainContent } from "../workbook";
import { argumentWords } from "./argument-changes";
import { causeWords, figureOfChange, withoutBinaryError, unitOfChange } from "./change-in-words";
import type { Change } from "./refresher";

const content = ({ value, text }: ShownCell): PlainContent =>
  typeof value === "number" && !/^\d{4}-\d\d-\d\d$/.test(text) ? value : isError(value) ? `error ${value.error}` : text;

/** The changes as a table for the clipboard, with a header row. Formulas have no equals sign, so that they stay text. */
export const changesTable = (changes: readonly Change[]): (readonly PlainContent[])[] => [
  ["Sheet", "Cell", "Figure", "Old", "New", "Difference", "Unit", "Why", "Formula without its ="],
  ...changes.map((change) => {
    const { place, formula, before, after, difference } = change;
    const changed = difference === undefined ? null : withoutBinaryError(difference);
    const values = [content(before), content(after), changed, unitOfChange(change)];
    const why = [causeWords(change), argumentWords(change)].filter((words) => words !== "").join(": ");
    return [...placeColumns(place), figureOfChange(change), ...values, why, formula.replace(/^=/, "")].map(plainContent);
  }),
];
