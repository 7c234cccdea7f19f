import { largest } from "../../contract/lists";
import type { Settled } from "./calls";

/** Content of a cell: a value, possibly with a number format, or an error value with its message. */
export type CellOf =
  | { readonly value: number | string | boolean | null; readonly numberFormat?: string }
  | { readonly error: string; readonly message?: string };

const error = (code: string, message?: string): CellOf => (message ? { error: code, message } : { error: code });

/** Converts a function's result as Excel does: plain values, numbers with a format, error values, entities by their text. */
function oneCell(given: unknown): CellOf {
  if (given === null || given === undefined) return { value: null };
  if (typeof given === "number") return Number.isFinite(given) ? { value: given } : error("#NUM!");
  if (typeof given === "string" || typeof given === "boolean") return { value: given };
  if (typeof given !== "object") return error("#VALUE!");
  const rich = given as { type?: unknown; basicValue?: unknown; text?: unknown; numberFormat?: unknown; errorMessage?: unknown };
  if (rich.type === "Error") return error(typeof rich.basicValue === "string" ? rich.basicValue : "#VALUE!");
  if ((rich.type === "Entity" || rich.type === "LinkedEntity") && typeof rich.text === "string") return { value: rich.text };
  const cell = oneCell("basicValue" in rich ? rich.basicValue : undefined);
  return "value" in cell && typeof rich.numberFormat === "string" ? { ...cell, numberFormat: rich.numberFormat } : cell;
}

const isCode = (code: unknown): code is string => typeof code === "string" && code.startsWith("#");

/** Content of the cell, or block of cells, of a settled call. */
export function cellOf(settled: Settled): CellOf | CellOf[][] {
  if ("thrown" in settled) {
    const { code, message } = (settled.thrown ?? {}) as { code?: unknown; message?: unknown };
    return error(isCode(code) ? code : "#VALUE!", typeof message === "string" && message ? message : undefined);
  }
  const { value } = settled;
  if (!Array.isArray(value)) return oneCell(value);
  const rows = value.map((row: unknown) => (Array.isArray(row) ? row : [row]).map(oneCell));
  const width = largest(
    rows.map((row) => row.length),
    0,
  );
  if (width === 0) return error("#CALC!");
  return rows.map((row) => [...row, ...Array.from({ length: width - row.length }, () => error("#N/A"))]);
}
