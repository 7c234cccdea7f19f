import { CHANGE_WORDS } from "../../proof/change-words";
import { isError, type ShownCell } from "../../workbook/cell";
import { numberWords } from "../../sources/answer-words";
import { placeColumns } from "../export/place-columns";
import { plainContent } from "../export/plain-text";
import type { PlainContent } from "../workbook";
import type { Change } from "./refresher";

/** Removes the rounding error of binary fractions: 4.31 − 4.25 is 0.06. */
const rounded = (difference: number): number => Number(difference.toPrecision(12));

export const differenceWords = (difference: number | undefined): string =>
  difference === undefined ? "" : `${difference > 0 ? "+" : difference < 0 ? "\u2212" : ""}${numberWords(Math.abs(rounded(difference)))}`;

/** A cell's displayed text, or "(empty)". */
export const shownWords = ({ text, value }: ShownCell): string =>
  text !== "" ? text : isError(value) ? value.error : value === null || value === "" ? "(empty)" : String(value);

const content = ({ value, text }: ShownCell): PlainContent =>
  typeof value === "number" && !/^\d{4}-\d\d-\d\d$/.test(text) ? value : isError(value) ? `error ${value.error}` : text;

/** Why a cell changed, in words; empty if it is not known. */
export const causeWords = ({ causes }: Pick<Change, "causes">): string => causes.map((one) => CHANGE_WORDS[one].label).join(", ");

/** The changes as a table for the clipboard, with a header row. Formulas have no equals sign, so that they stay text. */
export const changesTable = (changes: readonly Change[]): (readonly PlainContent[])[] => [
  ["Sheet", "Cell", "Old", "New", "Difference", "Why", "Formula without its ="],
  ...changes.map((change) => {
    const { place, formula, before, after, difference } = change;
    const changed = difference === undefined ? null : rounded(difference);
    return [...placeColumns(place), content(before), content(after), changed, causeWords(change), formula.replace(/^=/, "")].map(plainContent);
  }),
];
