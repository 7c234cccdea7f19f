import { shown } from "../../../contract/arguments";
import { isIsoDate, type IsoDate } from "../../../contract/dates";
import { parsedJson } from "../../../contract/json";
import { decodedText, refuseFile } from "./text";

export type JsonObject = Readonly<Record<string, unknown>>;

export const isObject = (x: unknown): x is JsonObject => typeof x === "object" && x !== null && !Array.isArray(x);

/** Decodes the start of a document, to recognise it. */
export const headOf = (bytes: Uint8Array, length = 400): string => new TextDecoder("utf-8").decode(bytes.subarray(0, length));

/**
 * Parses a document as JSON.
 *
 * @throws RefusedFile for a web page, truncated text, and anything else that is not JSON.
 */
export function readJson(bytes: Uint8Array): unknown {
  const text = decodedText(bytes);
  if (text.trim() === "") refuseFile("the document is empty; fetch it again");
  if (/^\s*</.test(text)) refuseFile("this is a web page or XML, not JSON: the publisher may have returned an error page; fetch it again later");
  const value = parsedJson(text);
  return value === undefined ? refuseFile("this JSON is incomplete or invalid; fetch it again") : value;
}

/** @throws RefusedFile if the member is not a list of objects. */
export function listIn(object: unknown, member: string, title: string): readonly JsonObject[] {
  const list = isObject(object) ? object[member] : undefined;
  if (!Array.isArray(list) || !list.every(isObject))
    refuseFile(`expected a list ${shown(member)} as in ${title}, got none; the publisher may have changed the format: update the service`);
  return list;
}

/** Reads a document that is one list of objects. `what` names them in the message: `settlements`. @throws RefusedFile for any other. */
export function listOf(bytes: Uint8Array, what: string, title: string): readonly JsonObject[] {
  const list = readJson(bytes);
  if (!Array.isArray(list) || !list.every(isObject)) refuseFile(`expected a list of ${what} as in ${title}; fetch it again`);
  return list;
}

/** Reads a number, or text in plain form. Undefined if missing: null, "", "null", "NA", ".". */
export function numberIn(row: JsonObject, member: string, title: string): number | undefined {
  const raw = row[member];
  if (raw === undefined || raw === null || raw === "" || raw === "null" || raw === "NA" || raw === ".") return undefined;
  const value =
    typeof raw === "number" ? raw : typeof raw === "string" && /^\s*[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d{1,3})?\s*$/i.test(raw) ? Number(raw) : Number.NaN;
  return Number.isFinite(value) ? Number(value.toPrecision(15)) : refuseFile(`expected a number as ${member} of ${title}, got ${shown(raw)}; fetch it again`);
}

/** @throws RefusedFile if it is missing. */
export function requiredNumber(row: JsonObject, member: string, title: string): number {
  return numberIn(row, member, title) ?? refuseFile(`expected a number as ${member} of ${title}, got none; fetch it again`);
}

/** @throws RefusedFile if it is not text, or is blank. */
export function textIn(row: JsonObject, member: string, title: string): string {
  const raw = row[member];
  if (typeof raw !== "string" || raw.trim() === "") refuseFile(`expected text as ${member} of ${title}, got ${shown(raw)}; fetch it again`);
  return raw.trim();
}

/** @throws RefusedFile if it is not an ISO date, with or without a time. */
export function dayIn(row: JsonObject, member: string, title: string): IsoDate {
  const text = textIn(row, member, title).replace(/T.*$/, "");
  return isIsoDate(text) ? text : refuseFile(`expected a date as YYYY-MM-DD for ${member} of ${title}, got ${shown(text)}; fetch it again`);
}
