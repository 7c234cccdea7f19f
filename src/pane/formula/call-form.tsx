import { useState } from "preact/hooks";
import { addressOf } from "../../workbook/cell-address";
import { cellsOf } from "../cells-of";
import type { Selection } from "../workbook";
import { rememberFormula, type FormMemory, type Form } from "./form-memory";
import { isForBlock } from "./block/plan-block";
import { FillDown } from "./fill-down";
import { formatOfAnswer } from "./format-of-answer";
import { InsertActions } from "./insert-actions";
import { PreviewBox } from "./preview-box";
import { alternatives, type Start } from "./related";
import { useOutcomePreview } from "./use-outcome-preview";
import type { ComponentProps } from "preact";
import { ArgumentField, labelOf, listOfNames, withoutSheet } from "./argument-field";
import { BLANK, missingOf, type FieldInput } from "./call-text";
import type { TabProps } from "../tab";
import { Button } from "../elements";

type FieldProps = ComponentProps<typeof ArgumentField>;

interface FormFieldsProps {
  readonly form: Form;
  /** Error of each argument, by index. */
  readonly wrongs: readonly (string | undefined)[];
  /** Other forms with similar results. */
  readonly others: readonly Start[];
  readonly open: (start: Start) => void;
  readonly set: (at: number, input: FieldInput) => void;
  /** The selected cells, and whether an argument may be a range. */
  readonly cells: Pick<FieldProps, "selected" | "takesRanges">;
}

/** The form with this argument changed. */
function withInput(form: Form, at: number, input: FieldInput): Form {
  return { ...form, inputs: form.spec.parameters.map((_, i) => (i === at ? input : (form.inputs[i] ?? BLANK))) };
}

/** What is left to do before the formula can be inserted; undefined if nothing. The argument that a list provides may be blank. */
function unfinishedWords({ spec, inputs }: Form, wrongs: readonly (string | undefined)[], given?: number): string | undefined {
  const missing = missingOf(spec, inputs).filter((p) => p !== spec.parameters[given ?? -1]);
  const wrong = spec.parameters.find((_, i) => i !== given && wrongs[i] !== undefined);
  if (missing.length > 0) return `Fill in ${listOfNames(missing.map((p) => p.name))} first.`;
  return wrong && `Correct ${labelOf(wrong.name)} first.`;
}

/** A function's title, its alternatives, and a field for each argument. */
function FormFields({ form: { spec, inputs }, wrongs, others, open, set, cells }: FormFieldsProps) {
  return (
    <>
      <p id="build-about">{spec.title}</p>
      {others.length > 0 && (
        <div class="buttons">
          {others.map((start) => (
            <Button key={start.label} class="small" words={start.label} act={() => open(start)} />
          ))}
        </div>
      )}
      <form aria-labelledby="build-about" noValidate onSubmit={(e) => e.preventDefault()}>
        {spec.parameters.map((parameter, i) => (
          <ArgumentField key={parameter.name} parameter={parameter} input={inputs[i] ?? BLANK} wrong={wrongs[i]} change={(input) => set(i, input)} {...cells} />
        ))}
        {spec.parameters.length === 0 && <p class="quiet">This function has no arguments.</p>}
      </form>
    </>
  );
}

interface CallFormProps extends Pick<TabProps, "host" | "say" | "show"> {
  readonly memory: FormMemory;
  readonly form: Form;
  readonly selection: Selection | undefined;
  readonly change: (form: Form) => void;
  readonly open: (start: Start) => void;
  /** Opens the form as a block with more names. */
  readonly openBlock: (form: Form) => void;
}

/** The arguments of one function, its current value, and buttons for the formula. */
export function CallForm({ host, memory, form, selection, change, open, say, show, openBlock }: CallFormProps) {
  const { spec, inputs, editing } = form;
  const workbook = host.workbook();
  const cells = cellsOf(host);
  const home = editing?.place ?? selection?.active;
  const [attempt, setAttempt] = useState(0);
  // After typing into a cell the selection moves. Cells that the form refers to may have changed.
  const selectionKey = inputs.some((input) => input.mode === "cell") ? JSON.stringify(selection) : "";
  const { preview, wrongs } = useOutcomePreview(host, spec, inputs, home, `${attempt} ${selectionKey}`);
  const range = selection && host.spreadsheet && selection.rows * selection.columns > 1 ? { range: withoutSheet(selection.address) } : {};
  const selected = selection && { cell: withoutSheet(addressOf(selection.active)), sheet: selection.active.sheet, ...range };
  const unfinishedBut = (given?: number) => unfinishedWords(form, wrongs, given);
  const answer = preview.kind === "outcome" && preview.outcome.kind === "answer" ? preview.outcome.answer : undefined;
  // General over the format of another unit: a number of days must not keep the percent sign of the formula before.
  const format = formatOfAnswer(spec, inputs, answer) ?? "General";
  const others = editing ? [] : alternatives(spec, inputs);
  const done = (call: string, formula: string) => {
    rememberFormula(memory, { text: call, spec, inputs });
    // A further "Replace" replaces the formula just written.
    if (editing) change({ ...form, editing: { ...editing, formula, end: editing.start + call.length } });
  };
  return (
    <>
      <FormFields
        form={form}
        wrongs={wrongs}
        others={others}
        open={open}
        set={(i, input) => change(withInput(form, i, input))}
        cells={{ selected, takesRanges: host.spreadsheet !== undefined }}
      />
      <PreviewBox preview={preview} retry={() => setAttempt(attempt + 1)} show={show} />
      <InsertActions host={host} selection={selection} form={form} unfinished={unfinishedBut()} format={format} say={say} done={done} />
      {cells && !editing && isForBlock(form) && (
        <Button words={spec.parameters[0]?.kind === "ticker" ? "For several tickers…" : "For several rows…"} act={() => openBlock(form)} />
      )}
      {workbook && selection && !editing && (
        <FillDown workbook={workbook} selection={selection} form={form} unfinishedBut={unfinishedBut} format={format} say={say} />
      )}
    </>
  );
}
