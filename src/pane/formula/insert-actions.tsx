import { addressOf } from "../../workbook/cell-address";
import { CopyButton } from "../export/copy-button";
import { FORMULA_COPIED } from "../export/copy-text";
import { Alert } from "../notices/alert";
import type { PaneHost } from "../pane-host";
import { cellsOf } from "../cells-of";
import type { Selection } from "../workbook";
import { written } from "../pane-words";
import { callText } from "./call-text";
import { ignoreHeldEnter } from "./first-step";
import type { Form } from "./form-memory";
import { FormulaBox } from "./formula-box";
import { replaceCall } from "./open-call";
import { refersTo } from "./refers-to";
import { replaceFormula, useWriting, writeBlock } from "./writing";

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
  const { busy, problem, run } = useWriting([at, formula]);

  const insert = (over: boolean) =>
    void run(async () => {
      if (!cells || !selection || !at) return undefined;
      if (unfinished !== undefined) return unfinished;
      if (refersTo(form.inputs, selection.active)) return `The formula refers to ${at}, so it cannot go there. Select another cell.`;
      const taken = selection.formula !== "" || selection.shown.value !== null;
      if (taken && !over)
        return { message: `${at} is not empty: it holds ${selection.formula || selection.shown.text}. Overwrite it, or select another cell.`, over: true };
      const written = await writeBlock(cells, selection.active, [[{ formula }]], over, format);
      if (!written.ok) return { message: written.message, over: !over && !written.isLost };
      say(`Inserted in ${at}.`);
      done(call, formula);
      return undefined;
    });

  const replace = () =>
    void run(async () => {
      if (!workbook || !editing || !place) return undefined;
      if (unfinished !== undefined) return unfinished;
      const written = await replaceFormula(workbook, place, editing.formula, formula);
      if (!written.ok) return written.message;
      say(`Replaced in ${addressOf(place)}.`);
      done(call, formula);
      return undefined;
    });

  return (
    <>
      <FormulaBox formula={formula} />
      <div class="buttons build-actions" onKeyDown={ignoreHeldEnter}>
        {workbook && place && (
          <button type="button" class="primary" aria-disabled={busy} onClick={replace}>
            Replace in {addressOf(place)}
          </button>
        )}
        {cells && at && !(place && at === addressOf(place)) && (
          <button type="button" class={place ? "" : "primary"} aria-disabled={busy} aria-describedby={FORM_WORDS} onClick={() => insert(false)}>
            Insert in {at}
          </button>
        )}
        <CopyButton key={formula} describedBy={FORM_WORDS} text={() => formula} copied={FORMULA_COPIED} say={say}>
          Copy formula
        </CopyButton>
      </div>
      {!cells && <p class="quiet">No workbook is open. Copy the formula and paste it into a cell.</p>}
      {cells && !at && <p class="quiet">Select a cell to insert the formula there.</p>}
      <Alert message={problem?.message} button={problem?.over && at ? `Overwrite ${at}` : undefined} act={() => insert(true)} />
    </>
  );
}
