import { withSeparators } from "../../../contract/counted";
import { CELL_FUNCTIONS } from "../../../contract/functions";
import type { CellPlace, CellValue } from "../../../workbook/cell";
import { addressOf, blockText, columnName } from "../../../workbook/cell-address";
import { written } from "../../pane-words";
import type { Content } from "../../../workbook/edits/sheet-edits";
import { BLANK, callText, type FieldInput } from "../call-text";
import type { BlockForm, Form } from "../form-memory";
import { formSpec, type FormSpec } from "../form-spec";
import type { Several } from "../search/several";
import { POPULAR } from "../search/topics";
import { acrossOf, type BlockColumn, choiceColumns, columnOfFigure, columnsOfKeys, figureOfForm, isBlockFunction } from "./block-columns";

const order = (fn: (typeof CELL_FUNCTIONS)[number]): number => (POPULAR.includes(fn) ? POPULAR.indexOf(fn) : POPULAR.length);

/** Functions whose choices can be the columns, the most used first. */
export const BLOCK_FUNCTIONS: readonly FormSpec[] = [...[...CELL_FUNCTIONS].sort((a, b) => order(a) - order(b)).map((fn) => `SERVICE.${fn}`), "SERVICE.GET"]
  .flatMap((id) => formSpec(id) ?? [])
  .filter(isBlockFunction);

/** The function of a block; undefined if its columns are figures of companies. */
export const blockFunction = ({ id }: BlockForm): FormSpec | undefined => BLOCK_FUNCTIONS.find((spec) => spec.id === id);

export function blockColumns(form: BlockForm): readonly BlockColumn[] {
  const spec = blockFunction(form);
  return spec ? choiceColumns(spec, form.choices, form.inputs) : columnsOfKeys(form.choices);
}

/** An empty block, or one of these tickers and figures. */
export const blockForm = ({ tickers, figures }: Pick<Several, "tickers" | "figures"> = { tickers: [], figures: [] }): BlockForm => ({
  text: tickers.join("\n"),
  id: "",
  choices: figures.flatMap((figure) => columnOfFigure(figure)?.key ?? []),
  inputs: [],
  list: undefined,
  spilled: false,
});

/** True if a form can become a block. */
export const isForBlock = ({ spec, inputs }: Pick<Form, "spec" | "inputs">): boolean => isBlockFunction(spec) || figureOfForm(spec, inputs) !== undefined;

/** The block with a form's name and figure; of its function alone if it is no figure of a company, or has arguments of its own. */
export function blockFormOf({ spec, inputs }: Pick<Form, "spec" | "inputs">): BlockForm {
  const typed = (i: number): string => (inputs[i]?.mode === "value" ? inputs[i].text.trim() : "");
  const figure = figureOfForm(spec, inputs);
  if (figure) return { ...blockForm(), text: typed(0), choices: [figure.key] };
  const across = acrossOf(spec);
  const column = typed(across) || (spec.parameters[across]?.fallback ?? "");
  return {
    ...blockForm(),
    id: spec.id === "SERVICE" ? "SERVICE.GET" : spec.id,
    text: typed(0),
    choices: column === "" ? [] : [column],
    inputs: inputs.map((input, i) => (i === 0 || i === across ? BLANK : input)),
  };
}

/** Most formulas of a block; hosts accept no larger block at once. */
const MOST_FORMULAS = 10_000;

/** Names in a column and headings in a row, with a formula for each pair. */
export interface BlockRequest {
  /** Above the names. */
  readonly label: string;
  readonly names: readonly string[];
  readonly columns: readonly BlockColumn[];
  /** The block's top left cell, which is above the names and left of the headings. */
  readonly corner: CellPlace;
  /** True if the names already stand there, below the corner: only formulas are written. */
  readonly inPlace: boolean;
  /** Formulas that spill: one for each column, or one alone if all read their headings. */
  readonly spilled: boolean;
}

/** A vendor's notation with blanks: `AAPL US Equity`. */
const WITH_BLANKS = /^\S+ [A-Z]{2}(?: Equity)?$/i;

/** Names in a typed or pasted text: one a line, or between commas, semicolons, tabs or blanks. Each once. */
export function typedNames(text: string): readonly string[] {
  const parts = text.split(/[\n\r\t,;]+/).flatMap((part) => (WITH_BLANKS.test(part.trim()) ? [part.trim()] : part.trim().split(/\s+/)));
  const seen = new Set<string>();
  return parts.filter((name) => name !== "" && !seen.has(name.toUpperCase()) && seen.add(name.toUpperCase()));
}

/** Names in cells, in reading order, each once; errors and empty cells are left out. */
export const namesOf = (values: readonly CellValue[]): readonly string[] =>
  typedNames(values.flatMap((value) => (typeof value === "string" || typeof value === "number" ? [String(value)] : [])).join("\n"));

/** The formulas of a block, each of which refers to its name, and to its heading if that is no label; or what is missing. */
export function planBlock({ label, names, columns, corner, inPlace, spilled }: BlockRequest) {
  const wanting = names.length === 0 ? "names in the rows" : columns.length === 0 ? "at least one column" : undefined;
  if (wanting !== undefined) return { ok: false as const, message: `Choose ${wanting} first.` };
  const cells = names.length * columns.length;
  if (cells > MOST_FORMULAS)
    return {
      ok: false as const,
      message: `These are ${withSeparators(cells)} formulas, and at most ${withSeparators(MOST_FORMULAS)} are inserted at once. Use fewer names or columns.`,
    };
  const { row, column } = corner;
  const formula = ({ spec, inputs, across }: BlockColumn, name: string, heading: string): Content => {
    const own = inputs.map((input, i): FieldInput => (i === 0 ? { mode: "cell", text: name } : i === across ? { mode: "cell", text: heading } : input));
    return { formula: `=${written(callText(spec, own, corner.sheet))}` };
  };
  const alone = spilled && columns.every(({ across }) => across !== undefined);
  const spilledNames = blockText({ row: row + 1, column, rows: names.length, columns: 1 });
  const spilledHeadings = blockText({ row, column: column + 1, rows: 1, columns: columns.length });
  const values = names.map((_, r) =>
    columns.map((own, c) => {
      if (!spilled) return formula(own, `$${columnName(column)}${row + 2 + r}`, `${columnName(column + 1 + c)}$${row + 1}`);
      return r > 0 || (alone && c > 0) ? null : formula(own, spilledNames, spilledHeadings);
    }),
  );
  const whole: (readonly Content[])[] = [[label, ...columns.map(({ heading }) => heading)], ...values.map((own, r) => [names[r] ?? null, ...own])];
  const rows = inPlace ? whole.map((own) => own.slice(1)) : whole;
  const first = values[0]?.[0];
  const at = inPlace ? { ...corner, column: column + 1 } : corner;
  const end = `${columnName(column + columns.length)}${row + 1 + names.length}`;
  return {
    ok: true as const,
    /** Where the rows go, and the rows. */
    at,
    rows,
    /** The address of all written cells. */
    written: `${addressOf(at)}:${end}`,
    formulas: alone ? 1 : spilled ? columns.length : cells,
    /** The formula at the top left. */
    first: typeof first === "object" && first !== null ? first.formula : "",
    /** The cells with values, without their sheet. */
    values: blockText({ row: row + 1, column: column + 1, rows: names.length, columns: columns.length }),
  };
}
