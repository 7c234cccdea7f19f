import { addressOf } from "../../workbook/cell-address";
import { CopyButton, FORMULA_COPIED } from "../export/copy-button";
import type { PaneHost } from "../pane-host";
import { cellsOf } from "../cells-of";
import type { Selection } from "../workbook";
import { typedForm, written } from "../pane-words";
import { callText, type FieldInput, missingOf, replaceCall } from "./call-text";
import type { Form } from "./form-memory";
import { FormulaText } from "./formula-text";
import { useAttempt } from "../hooks/use-attempt";
import { CellsTaken, WorkbookRefusal } from "../../workbook/workbook-refusal";
import { REJECTED, replaceFormula } from "./writing";
import type { CellPlace } from "../../workbook/cell";
import { readBlock } from "../../workbook/cell-reference";
import { Alert, Button } from "../elements";

/** What is next in the form of a figure that was just chosen: its first required argument that is empty, or the button that inserts or copies the formula. */
export function firstStepOf({ spec, inputs }: Form): HTMLElement | null {
  const [missing] = missingOf(spec, inputs);
  return document.querySelector<HTMLElement>(missing ? `#build-${missing.name}` : ".build-actions button");
}

/** For the buttons of a form: an Enter that is still held from choosing the figure presses none. */
function ignoreHeldEnter(event: KeyboardEvent): void {
  if (event.key === "Enter" && event.repeat) event.preventDefault();
}

/** True if one of these arguments refers to the cell. A reference without a sheet is on the cell's sheet; a cell without one is on any. */
function refersTo(inputs: readonly FieldInput[], cell: Omit<CellPlace, "sheet"> & { readonly sheet?: string }): boolean {
  return inputs.some((input) => {
    const block = input.mode === "cell" ? readBlock(input.text) : undefined;
    return (
      block !== undefined &&
      (block.sheet ?? input.sheet ?? cell.sheet) === cell.sheet &&
      cell.row >= block.row &&
      cell.row < block.row + block.rows &&
      cell.column >= block.column &&
      cell.column < block.column + block.columns
    );
  });
}

/** The formula as it will be written into the cell. */
export const FormulaBox = ({ formula }: { readonly formula: string }) => (
  <div class="stack close build-formula">
    <h3 id="build-formula">Formula</h3>
    <code class="marked" aria-labelledby="build-formula" role="group" data-formula>
      <FormulaText text={formula} />
    </code>
  </div>
);

interface InsertActionsProps {
  readonly host: Pick<PaneHost, "workbook" | "spreadsheet">;
  readonly selection: Selection | undefined;
  readonly form: Form;
  /** What must be corrected before the formula can be inserted. */
  readonly unfinished: string | undefined;
  /** Number format of the formula's value; undefined if it needs none. */
  readonly format: string | undefined;
  readonly say: (sentence: string) => void;
  /** Called with the call as it was written. */
  readonly done: (call: string, formula: string) => void;
}

/** The form's heading, remark and title, which a screen reader reads when the focus starts at a button. */
const FORM_WORDS = "build-title build-remark build-about";

/** Buttons to insert, replace and copy the formula, and why it cannot be inserted. */
export function InsertActions({ host, selection, form, unfinished, format, say, done }: InsertActionsProps) {
  const { editing } = form;
  const workbook = host.workbook();
  const cells = cellsOf(host);
  const place = editing?.place;
  const at = selection && addressOf(selection.active);
  const call = written(callText(form.spec, form.inputs, (place ?? selection?.active)?.sheet));
  const formula = editing ? replaceCall(editing.formula, editing, call) : `=${call}`;
  const { busy, problem, isTaken, run } = useAttempt(say, [at, formula]);

  const insert = (over: boolean) =>
    void run(async () => {
      if (!cells || !selection || !at) return;
      if (unfinished !== undefined) throw new WorkbookRefusal(unfinished);
      if (refersTo(form.inputs, selection.active)) throw new WorkbookRefusal(`The formula refers to ${at}, so it cannot go there. Select another cell.`);
      const taken = selection.formula !== "" || selection.shown.value !== null;
      if (taken && !over)
        throw new CellsTaken(`${at} is not empty: it holds ${selection.formula || selection.shown.text}. Overwrite it, or select another cell.`);
      await cells.write(selection.active, [[{ formula }]], { over, format });
      say(`Inserted in ${at}.`);
      done(call, formula);
    }, REJECTED);

  const replace = () =>
    void run(async () => {
      if (!workbook || !editing || !place) return;
      if (unfinished !== undefined) throw new WorkbookRefusal(unfinished);
      await replaceFormula(workbook, place, editing.formula, formula);
      say(`Replaced in ${addressOf(place)}.`);
      done(call, formula);
    }, REJECTED);

  return (
    <>
      <FormulaBox formula={formula} />
      <div class="buttons build-actions" onKeyDown={ignoreHeldEnter}>
        {workbook && place && <Button class="primary" aria-disabled={busy} words={`Replace in ${addressOf(place)}`} act={replace} />}
        {cells && at && !(place && at === addressOf(place)) && (
          <Button class={place ? "" : "primary"} aria-disabled={busy} aria-describedby={FORM_WORDS} words={`Insert in ${at}`} act={() => insert(false)} />
        )}
        <CopyButton key={formula} describedBy={FORM_WORDS} text={() => typedForm(formula)} copied={FORMULA_COPIED} say={say}>
          Copy formula
        </CopyButton>
      </div>
      {!cells && <p class="quiet">No workbook is open. Copy the formula and paste it into a cell.</p>}
      {cells && !at && <p class="quiet">Select a cell to insert the formula there.</p>}
      <Alert message={problem} button={isTaken && at ? `Overwrite ${at}` : undefined} act={() => insert(true)} />
    </>
  );
}
