import { CHANGE_WORDS } from "../../proof/change-words";
import { isError, type ShownCell } from "../../workbook/cell";
import { counted } from "../../contract/counted";
import { numberWords } from "../../sources/answer-words";
import { placeColumns } from "../export/place-columns";
import { plainContent } from "../export/plain-text";
import type { PlainContent } from "../workbook";
import type { Change } from "./refresher";

/** Removes the rounding error of binary fractions: 4.31 − 4.25 is 0.06. */
const rounded = (difference: number): number => Number(difference.toPrecision(12));

const signed = (difference: number, words: string): string => `${difference > 0 ? "+" : difference < 0 ? "\u2212" : ""}${words}`;

const DATE = /^(?:\d{4}([-/.])\d{1,2}\1\d{1,2}|\d{1,2}([-/. ])(?:\d{1,2}|[A-Za-z]{3,9})\2\d{2,4})$/;
/** What formats such as `#,##0.0,,` and `0.0%` divide a number by before they show it. */
const SCALES = [1, 1e3, 1e6, 1e9, 1e12, 0.01];

/** How a cell shows its number: divided by what, and with how many decimals. Undefined for a text with more than a number in it. */
function displayOf({ text, value }: ShownCell): { readonly scale: number; readonly decimals: number } | undefined {
  const digits = /^[-+\u2212(]?\s*[$€£]?([\d,]+(?:\.(\d+))?)\s*%?\)?$/.exec(text.trim());
  if (!digits || typeof value !== "number" || value === 0) return undefined;
  const [shown, decimals] = [Number(digits[1]!.replaceAll(",", "")), digits[2]?.length ?? 0];
  const scale = SCALES.find((by) => Math.abs(Math.abs(value) / by - shown) <= 0.5000001 / 10 ** decimals);
  return scale === undefined ? undefined : { scale, decimals };
}

/** The difference of a change, in the unit that its cell shows: millions, percent or days. Empty if there is none. */
export function differenceWords({ difference, before, after }: Pick<Change, "after" | "before" | "difference">): string {
  if (difference === undefined) return "";
  if (DATE.test(before.text) && DATE.test(after.text) && Number.isInteger(difference)) return signed(difference, counted(Math.abs(difference), "day"));
  const [was, is] = [displayOf(before), displayOf(after)];
  const scale = was && is && was.scale !== is.scale ? 1 : ((was ?? is)?.scale ?? 1);
  const scaled = Math.abs(difference) / scale;
  const decimals = Math.max(was?.decimals ?? 0, is?.decimals ?? 0);
  // As many decimals as the cell shows; more where these would show 0.
  const isShort = (was ?? is) !== undefined && Number(scaled.toFixed(decimals)) !== 0;
  const words = isShort ? scaled.toLocaleString("en-US", { minimumFractionDigits: decimals, maximumFractionDigits: decimals }) : numberWords(rounded(scaled));
  return signed(difference, `${words}${after.text.trim().endsWith("%") ? " pp" : ""}`);
}

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
