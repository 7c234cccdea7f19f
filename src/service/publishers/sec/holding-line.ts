import { shown } from "../../../contract/arguments";
import type { ReportHead, HoldingLine } from "../../records/holdings";
import { leftOutRow, type LeftOut } from "../../records/left-out";
import type { RecordRow } from "../../records/record";

/** The texts of one line of a table of holdings. */
interface LineTexts {
  readonly cusip: string;
  readonly issuer: string;
  readonly title: string;
  readonly value: string;
  readonly shares: string;
  /** `SH` or `PRN`. */
  readonly type: string;
  readonly putCall: string;
}

const CUSIP = /^[0-9A-Z*@#]{9}$/;
/** One character nine times stands for a security without a number. */
const PLACEHOLDER = /^(.)\1{8}$/;

/** A plain number in a text; undefined for any other text. */
export const plainNumber = (text: string): number | undefined => (/^\d+(\.\d+)?$/.test(text.trim()) ? Number(text) : undefined);

/** One line of the table, and why it is no position although it states one. */
export interface ReadLine {
  readonly line: HoldingLine;
  readonly why?: string;
}

/** Parses a line. One that names no security, such as the empty line of a report without holdings, counts only in the number of lines and the total. */
export function readLine(texts: LineTexts, accession: string): ReadLine {
  const cusip = texts.cusip.trim().toUpperCase();
  const [raw, shares] = [plainNumber(texts.value), plainNumber(texts.shares)];
  const isSecurity = CUSIP.test(cusip) && !PLACEHOLDER.test(cusip);
  const isRead = isSecurity && raw !== undefined && shares !== undefined;
  const line: HoldingLine = {
    accession,
    cusip,
    issuer: texts.issuer,
    title: texts.title,
    raw: raw ?? 0,
    shares: shares ?? 0,
    isShares: isRead && texts.type.trim().toUpperCase() === "SH" && texts.putCall.trim() === "",
  };
  const isEmpty = [texts.value, texts.shares].every((text) => text.trim() === "" || plainNumber(text) === 0);
  if (isRead || (isEmpty && !isSecurity)) return { line };
  const [what, got] = !isSecurity
    ? ["the CUSIP of a security", cusip]
    : raw === undefined
      ? ["a number as value", texts.value]
      : ["a number of shares", texts.shares];
  return { line, why: `expected ${what}, got ${shown(got)}` };
}

/** The `left_out` record of a line. `place` is its number in the table. */
export const leftOutLine = (
  { accession, period, filed }: Pick<ReportHead, "accession" | "period" | "filed">,
  { line }: ReadLine,
  why: string,
  place: number,
): RecordRow => {
  const body: LeftOut = { document: accession, line: [line.issuer, line.title, line.cusip].join(" ").trim(), why, ticker: null };
  return leftOutRow("sec", period, filed, place, body);
};
