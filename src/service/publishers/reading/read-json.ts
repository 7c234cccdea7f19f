import { shown } from "../../../contract/arguments";
import { isIsoDate, type IsoDate } from "../../../contract/dates";
import { RefusedFile } from "./refused-file";
import { textOf } from "./text-of";

export type JsonObject = Readonly<Record<string, unknown>>;

export const isObject = (x: unknown): x is JsonObject => typeof x === "object" && x !== null && !Array.isArray(x);

/** The first characters of a document as text, for telling documents apart. */
export const headOf = (bytes: Uint8Array, length = 400): string => new TextDecoder("utf-8").decode(bytes.subarray(0, length)).replace(/^\uFEFF/, "");

/**
 * A document as JSON.
 *
 * @throws RefusedFile for a web page, for text that ends in the middle, and for whatever else is no JSON.
 */
export function readJson(bytes: Uint8Array): unknown {
  const text = textOf(bytes).replace(/^\uFEFF/, "");
  if (text.trim() === "") throw new RefusedFile("the document is empty; fetch it again");
  if (/^\s*</.test(text))
    throw new RefusedFile("this is a web page or XML, not JSON: the publisher may have answered with an error page; fetch it again later");
  try {
    return JSON.parse(text);
  } catch {
    throw new RefusedFile("this is not whole JSON, so it seems to be cut; fetch it again");
  }
}

/** @throws RefusedFile where the member is not a list of objects. */
export function listIn(object: unknown, member: string, title: string): readonly JsonObject[] {
  const list = isObject(object) ? object[member] : undefined;
  if (!Array.isArray(list) || !list.every(isObject))
    throw new RefusedFile(`expected a list ${shown(member)} as in ${title}, and there is none; the publisher may have changed the form: update the service`);
  return list;
}

/** A document that is a list of objects as a whole; `what` names them: `settlements`. @throws RefusedFile for any other. */
export function listOf(bytes: Uint8Array, what: string, title: string): readonly JsonObject[] {
  const list = readJson(bytes);
  if (!Array.isArray(list) || !list.every(isObject)) throw new RefusedFile(`expected a list of ${what} as in ${title}; fetch it again`);
  return list;
}

/** A number as JSON holds it, or as text in plain form; undefined where it is missing: null, "", "null", "NA". */
export function numberIn(row: JsonObject, member: string, title: string): number | undefined {
  const raw = row[member];
  if (raw === undefined || raw === null || raw === "" || raw === "null" || raw === "NA" || raw === ".") return undefined;
  const value =
    typeof raw === "number" ? raw : typeof raw === "string" && /^\s*[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d{1,3})?\s*$/i.test(raw) ? Number(raw) : Number.NaN;
  if (!Number.isFinite(value)) throw new RefusedFile(`expected a number as ${member} of ${title}, got ${shown(raw)}; fetch it again`);
  return Number(value.toPrecision(15));
}

/** @throws RefusedFile where there is none. */
export function requiredNumber(row: JsonObject, member: string, title: string): number {
  const value = numberIn(row, member, title);
  if (value === undefined) throw new RefusedFile(`expected a number as ${member} of ${title}, and there is none; fetch it again`);
  return value;
}

/** @throws RefusedFile where it is no text. */
export function textIn(row: JsonObject, member: string, title: string): string {
  const raw = row[member];
  if (typeof raw !== "string" || raw.trim() === "") throw new RefusedFile(`expected text as ${member} of ${title}, got ${shown(raw)}; fetch it again`);
  return raw.trim();
}

/** @throws RefusedFile where it is no ISO day, with or without a time. */
export function dayIn(row: JsonObject, member: string, title: string): IsoDate {
  const text = textIn(row, member, title).replace(/T.*$/, "");
  if (!isIsoDate(text)) throw new RefusedFile(`expected a date as YYYY-MM-DD for ${member} of ${title}, got ${shown(text)}; fetch it again`);
  return text;
}
