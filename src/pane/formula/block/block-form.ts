import { CELL_FUNCTIONS } from "../../../contract/functions";
import { BLANK } from "../call-text";
import type { BlockForm, Form } from "../form-memory";
import { formSpec, type FormSpec } from "../form-spec";
import type { Several } from "../search/several";
import { POPULAR } from "../search/topics";
import { acrossOf, choiceColumns, columnOfFigure, columnsOfKeys, figureOfForm, isBlockFunction, type BlockColumn } from "./block-columns";

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
