import { counted } from "../../../contract/counted";
import type { Outcome } from "../../../core/outcome";
import type { Block } from "../../../workbook/block";
import type { CellPlace } from "../../../workbook/cell";
import { addressOf } from "../../../workbook/cell-address";
import type { Cells } from "../../workbook";
import { Options } from "../../fields/options";
import { ArgumentField, labelOf, withoutSheet } from "../argument-field";
import { BLANK, type FieldInput } from "../call-text";
import type { BlockForm } from "../form-memory";
import type { FormSpec } from "../form-spec";
import { FormulaBox } from "../insert-actions";
import { type FieldValue, literalOf, wrongWith } from "../read-inputs";
import { shownOf } from "../use-outcome-preview";
import { type ActionState, useAttempt } from "../../hooks/use-attempt";
import { WorkbookRefusal } from "../../../workbook/workbook-refusal";
import { REJECTED } from "../writing";
import { acrossOf, type BlockColumn } from "./block-columns";
import { BLOCK_FUNCTIONS, blockColumns, blockFunction, planBlock } from "./plan-block";
import { fetchFormats } from "./block-formats";
import { askCell, type BlockHost, useBlockValues } from "./block-values";
import { BlockNames, type BlockNamesProps, namesOfForm } from "./block-names";
import { ChoicePicker, ChosenColumns } from "./chosen-columns";
import { FigurePicker } from "./figure-picker";
import { Alert, Button } from "../../elements";

interface BlockPreviewProps {
  readonly corner: string;
  readonly names: readonly string[];
  readonly columns: readonly BlockColumn[];
  readonly values: readonly (readonly (Outcome | undefined)[])[] | undefined;
  /** Rows that are not shown. */
  readonly more: number;
}

/** The first rows of a block with their values now. */
function BlockPreview({ corner, names, columns, values, more }: BlockPreviewProps) {
  const shown = values?.flat().map((outcome) => outcome && shownOf(outcome)) ?? [];
  const sample = shown.filter((cell) => cell?.sample).length;
  return (
    <div class="stack box block-preview">
      <h3 id="block-preview">Preview</h3>
      {sample > 0 && <p class="answer-sample">Sample data</p>}
      {/* Focusable, so that the keyboard can scroll it. */}
      <div class="table-scroll" role="region" aria-labelledby="block-preview" tabIndex={0}>
        <table>
          <thead>
            <tr>
              <th scope="col">{corner}</th>
              {columns.map(({ key, heading }) => (
                <th key={key} scope="col" class="number">
                  {heading}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {names.map((name, r) => (
              <tr key={name}>
                <th scope="row">{name}</th>
                {columns.map(({ key }, c) => {
                  const outcome = values?.[r]?.[c];
                  const cell = outcome && shownOf(outcome);
                  return (
                    <td key={key} class={cell?.missing === false ? "number" : "number quiet"}>
                      {cell ? cell.text : values ? "" : "…"}
                    </td>
                  );
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <p class="quiet" role="status">
        {values ? (more > 0 ? `${counted(more, "row")} more than shown.` : "") : "Loading the values…"}
      </p>
    </div>
  );
}

/** Rows of the preview. */
const SHOWN = 6;

interface BlockViewProps extends Omit<BlockNamesProps, "what" | "example" | "run"> {
  readonly host: BlockHost;
  readonly workbook: Pick<Cells, "arrays" | "shown" | "write">;
}

/** What is wrong with a typed value; a cell's value is checked when the formula is calculated. */
function wrongInput(spec: FormSpec, input: FieldInput | undefined, i: number): string | undefined {
  const text = input?.text.trim() ?? "";
  if (input?.mode !== "value" || text === "") return undefined;
  const values = spec.parameters.map((p): FieldValue => ({ known: true, value: literalOf(p, text) }));
  return wrongWith(spec, values, i);
}

/** Headings for a list go above it and to its right. */
const cornerOf = ({ sheet, row, column }: Block & { readonly sheet: string }): CellPlace => ({ sheet, row: row - 1, column });

const ABOUT_FIGURES =
  "Figures of companies, from any function. Formulas refer to the tickers: change one in its cell, and its row follows. Headings are labels.";
const ABOUT_FUNCTION = "Formulas refer to the names and the headings: change a name or a heading in its cell, and its row or column follows.";

/** The arguments of a block's function beside its names and its columns, with what is wrong with each. */
function restOf({ inputs }: BlockForm, spec: FormSpec | undefined) {
  const across = spec ? acrossOf(spec) : -1;
  return (spec?.parameters ?? []).flatMap((parameter, i) => (i > 0 && i !== across ? [{ parameter, i, wrong: spec && wrongInput(spec, inputs[i], i) }] : []));
}

interface BlockFieldsProps extends Omit<BlockViewProps, "host"> {
  readonly label: string;
  readonly columns: readonly BlockColumn[];
  readonly rest: ReturnType<typeof restOf>;
  readonly canSpill: boolean;
  readonly run: ActionState["run"];
}

/** The form of a block: its names, its columns, and the other arguments. */
function BlockFields({ workbook, selection, form, change, say, label, columns, rest, canSpill, run }: BlockFieldsProps) {
  const { choices, inputs } = form;
  const spec = blockFunction(form);
  const choose = (chosen: readonly string[]) => change({ ...form, choices: chosen });
  const set = (i: number, input: FieldInput) => change({ ...form, inputs: (spec?.parameters ?? []).map((_, n) => (n === i ? input : (inputs[n] ?? BLANK))) });
  const parameter = spec?.parameters[acrossOf(spec)];
  return (
    <form noValidate onSubmit={(e) => e.preventDefault()}>
      <BlockNames what={label.toLowerCase()} example={spec?.parameters[0]?.example ?? "AAPL, MSFT"} {...{ workbook, selection, form, change, say, run }} />
      <div class="field">
        <label for="block-columns">Columns</label>
        <select id="block-columns" value={spec?.id ?? ""} onChange={(e) => change({ ...form, id: e.currentTarget.value, choices: [], inputs: [] })}>
          <option value="">Any figures of companies</option>
          <optgroup label="One function, whose fields are the headings">
            <Options of={BLOCK_FUNCTIONS.map(({ id, title }) => [id, `${id.replace("SERVICE.", "")} – ${title}`])} />
          </optgroup>
        </select>
      </div>
      {parameter ? <ChoicePicker parameter={parameter} chosen={choices} change={choose} /> : <FigurePicker chosen={choices} change={choose} />}
      <ChosenColumns columns={columns} change={choose} />
      {rest.map(({ parameter: other, i, wrong }) => (
        <ArgumentField
          key={other.name}
          parameter={other}
          input={inputs[i] ?? BLANK}
          wrong={wrong}
          change={(input) => set(i, input)}
          selected={selection && { cell: withoutSheet(addressOf(selection.active)), sheet: selection.active.sheet }}
        />
      ))}
      {canSpill && (
        <label class="block-one">
          <input type="checkbox" checked={form.spilled} onChange={() => change({ ...form, spilled: !form.spilled })} />
          {spec ? "One formula that fills the whole block" : "One formula for each column"}
        </label>
      )}
    </form>
  );
}

/** Names × columns: a block of formulas with its headings, in one step. */
export function BlockView(props: BlockViewProps) {
  const { host, workbook, selection, form, say } = props;
  const { list } = form;
  const spec = blockFunction(form);
  const columns = blockColumns(form);
  const canSpill = workbook.arrays?.() === true;
  const names = namesOfForm(form);
  const label = labelOf(spec?.parameters[0]?.name ?? "ticker");
  const rest = restOf(form, spec);
  const corner = list ? cornerOf(list.block) : selection?.active;
  const values = useBlockValues(host, columns, names.slice(0, SHOWN));
  const plan = corner && planBlock({ label, names, columns, corner, inPlace: list !== undefined, spilled: form.spilled && canSpill });
  const at = corner && addressOf(plan?.ok ? plan.at : corner);
  const { busy, problem, isTaken, run } = useAttempt(say, [form, at]);

  const insert = (over: boolean) =>
    void run(async () => {
      if (!plan?.ok) throw new WorkbookRefusal(plan?.message ?? "Select a cell for the block.");
      const wrong = rest.find((one) => one.wrong !== undefined);
      if (wrong) throw new WorkbookRefusal(`Correct ${labelOf(wrong.parameter.name)} first.`);
      const cells = await fetchFormats(columns, names, SHOWN, (column, name) => askCell(host, column, name));
      const format = [[], ...cells.map((row) => (list ? row : [undefined, ...row]))];
      await workbook.write(plan.at, plan.rows, { over, format, headings: spec === undefined });
      say(`Inserted ${counted(plan.formulas, "formula")} in ${plan.written}.`);
    }, REJECTED);

  return (
    <>
      <p>{spec ? ABOUT_FUNCTION : ABOUT_FIGURES}</p>
      <BlockFields {...props} label={label} columns={columns} rest={rest} canSpill={canSpill} run={run} />
      {names.length > 0 && columns.length > 0 && (
        <BlockPreview corner={label} names={names.slice(0, SHOWN)} columns={columns} values={values} more={Math.max(0, names.length - SHOWN)} />
      )}
      {plan?.ok && (
        <>
          <FormulaBox formula={plan.first} />
          <p class="quiet">
            {counted(plan.formulas, "formula")} for the values in {plan.values}.
          </p>
        </>
      )}
      {at ? (
        <Button class="primary" aria-disabled={busy} words={busy ? "Inserting…" : `Insert at ${at}`} act={() => insert(false)} />
      ) : (
        <p class="quiet">Select a cell to insert the block there.</p>
      )}
      <Alert message={problem} button={isTaken ? "Overwrite existing cells" : undefined} act={() => insert(true)} />
    </>
  );
}
