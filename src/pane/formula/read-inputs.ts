import { readPathQuestion, readQuestion, type Read } from "../../core/question";
import { readCalls } from "../../workbook/formulas/call-arguments";
import type { CellPlace, CellValue } from "../../workbook/cell";
import { paneWords } from "../pane-words";
import { asArgument } from "../questions/read-call";
import type { PaneHost } from "../pane-host";
import { cellsOf } from "../cells-of";
import type { Spreadsheet } from "../spreadsheet";
import { WorkbookRefusal } from "../../workbook/workbook-refusal";
import type { FieldInput } from "./call-text";
import type { FormParameter, FormSpec } from "./form-spec";

/** Value of one field; unknown for an expression that only the sheet can calculate. */
export type FieldValue = { readonly known: true; readonly value: unknown } | { readonly known: false };

/** A field's value as a cell would pass it. */
export function literalOf(parameter: FormParameter, text: string): unknown {
  const trimmed = text.trim();
  if (trimmed === "") return null;
  return (parameter.kind === "integer" || parameter.kind === "period") && /^[+-]?\d{1,9}$/.test(trimmed) ? Number(trimmed) : trimmed;
}

/** Parses the text as one argument; undefined if it would be several or break the call. */
function argumentIn(text: string) {
  const formula = `=SERVICE(${text.trim().replace(/^=/, "")})`;
  const [call] = readCalls(formula);
  return call && call.args.length === 1 && call.end === formula.length ? call.args[0] : undefined;
}

/** True if the text is exactly one argument of a formula. */
export const isOneArgument = (text: string): boolean => argumentIn(text) !== undefined;

/** The value of an expression that only a spreadsheet's script can read, such as a range; unknown if it cannot. */
const inSpreadsheet = (spreadsheet: Spreadsheet, text: string, sheet: string): Promise<FieldValue> =>
  spreadsheet.argument(text, sheet).then(
    (read): FieldValue => (read.known ? { known: true, value: asArgument(read.value) } : read),
    (e: unknown): FieldValue => {
      if (!(e instanceof WorkbookRefusal)) throw e;
      return { known: false };
    },
  );

/** Reads the values of all fields, with one read for all referenced cells. References without a sheet are on `home`. */
export async function readInputs(
  host: Pick<PaneHost, "workbook" | "spreadsheet">,
  spec: FormSpec,
  inputs: readonly FieldInput[],
  home: CellPlace | undefined,
): Promise<readonly FieldValue[]> {
  const cells = cellsOf(host);
  const places: CellPlace[] = [];
  const read = spec.parameters.map((parameter, i): FieldValue | { readonly at: number } | Promise<FieldValue> => {
    const input = inputs[i];
    if (!input || input.text.trim() === "") return { known: true, value: null };
    if (input.mode === "value") return { known: true, value: literalOf(parameter, input.text) };
    const argument = argumentIn(input.text);
    if (argument?.kind === "literal") return { known: true, value: argument.value };
    const sheet = argument?.kind === "reference" ? (argument.sheet ?? input.sheet ?? home?.sheet) : undefined;
    if (argument?.kind === "computed" && host.spreadsheet && home) return inSpreadsheet(host.spreadsheet, input.text, input.sheet ?? home.sheet);
    if (argument?.kind !== "reference" || sheet === undefined || !cells) return { known: false };
    return { at: places.push({ sheet, row: argument.row, column: argument.column }) - 1 };
  });
  let shown: readonly { readonly value: CellValue }[] = [];
  if (cells && places.length > 0)
    try {
      shown = await cells.shown(places);
    } catch (e) {
      // A missing sheet or a busy workbook: the value is unknown until the formula is in a cell.
      if (!(e instanceof WorkbookRefusal)) throw e;
    }
  return (await Promise.all(read.map(async (r) => r))).map((r) => {
    if (!("at" in r)) return r;
    const cell = shown[r.at];
    return cell ? { known: true, value: asArgument(cell.value) } : { known: false };
  });
}

const valueOf = (argument: FieldValue | undefined): unknown => (argument?.known ? argument.value : null);

/** The question of these arguments, or what is wrong with them. Every argument must be known. */
export function questionOfFields(spec: FormSpec, args: readonly FieldValue[]): Read {
  const values = spec.parameters.map((_, i) => valueOf(args[i]));
  return spec.fn === undefined ? readPathQuestion(values[0], values[1]) : readQuestion(spec.fn, values);
}

/** What is wrong with one argument on its own, in the contract's words; the others use their examples. */
export function wrongWith(spec: FormSpec, args: readonly FieldValue[], at: number): string | undefined {
  if (!args[at]?.known) return undefined;
  const alone = spec.parameters.map((p, i): FieldValue => (i === at ? (args[at] as FieldValue) : { known: true, value: p.example }));
  const read = questionOfFields(spec, alone);
  return "outcome" in read && read.outcome.kind === "failure" ? paneWords(read.outcome.failure) : undefined;
}
