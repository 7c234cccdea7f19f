import { useState } from "preact/hooks";
import type { Form } from "../../../pane/formula/form-memory";
import { callText } from "../../../pane/formula/call-text";
import { written } from "../../../pane/pane-words";
import { readBlock } from "../../../workbook/read-block";
import { ignoreHeldEnter } from "../../../pane/formula/first-step";
import { FormulaBox } from "../../../pane/formula/formula-box";
import { refersTo } from "../../../pane/formula/refers-to";
import { CopyButton } from "../../../pane/export/copy-button";
import { FORMULA_COPIED } from "../../../pane/export/copy-text";
import type { Selected } from "../sidebar-calls";
import { NoAnswer } from "./run-script";
import type { ViewProps } from "./view";
import { wordsOf } from "./words-of";

interface InsertIntoProps extends Pick<ViewProps, "run" | "say"> {
  readonly form: Form;
  readonly selected: Selected | undefined;
  readonly read: () => Promise<Selected>;
  /** What must be corrected before the formula can be inserted. */
  readonly unfinished: string | undefined;
  /** Called with the inserted call. */
  readonly done: (call: string) => void;
}

/** The formula, and buttons to insert or copy it. The script inserts into the current selection, so the selection is read first. */
export function InsertInto({ run, form, selected, read, unfinished, say, done }: InsertIntoProps) {
  const [problem, setProblem] = useState<{ readonly message: string; readonly of: string; readonly over?: string } | undefined>();
  const [busy, setBusy] = useState(false);
  const callOn = (address: string | undefined) => written(callText(form.spec, form.inputs, address === undefined ? undefined : readBlock(address)?.sheet));
  const call = callOn(selected?.address);
  // A message about one cell or formula does not apply to the next.
  const about = (address: string | undefined): string => `${address ?? ""} =${callOn(address)}`;
  const shown = problem?.of === about(selected?.address) ? problem : undefined;

  /** `target` is the cell named on the button; `over` overwrites its content. */
  const insert = async (target: string | undefined, over: boolean) => {
    if (busy) return;
    if (unfinished !== undefined) return setProblem({ message: unfinished, of: about(selected?.address) });
    setProblem(undefined);
    setBusy(true);
    let at = target;
    try {
      at = (await read()).address;
      if (target !== undefined && at !== target)
        return setProblem({ message: `${at} is selected now, not ${target}. Press the button again to insert there, or select ${target}.`, of: about(at) });
      const cell = readBlock(at);
      if (cell && refersTo(form.inputs, cell))
        return setProblem({ message: `The formula refers to ${at}, so it cannot go there. Select another cell.`, of: about(at) });
      const text = callOn(at);
      const address = await run("insert", `=${text}`, over);
      say(`Inserted in ${address}.`);
      done(text);
    } catch (e) {
      // Without an answer from the script, overwriting is not offered.
      setProblem({ message: wordsOf(e), of: about(at), ...(over || at === undefined || e instanceof NoAnswer ? {} : { over: at }) });
    } finally {
      setBusy(false);
    }
  };

  return (
    <>
      <FormulaBox formula={`=${call}`} />
      <div class="buttons build-actions" onKeyDown={ignoreHeldEnter}>
        <button
          type="button"
          class="primary"
          aria-disabled={busy}
          aria-describedby="insert-title build-about"
          onClick={() => void insert(selected?.address, false)}
        >
          {busy ? "Inserting…" : `Insert into ${selected?.cell ?? "the selected cell"}`}
        </button>
        <CopyButton key={call} text={() => `=${call}`} copied={FORMULA_COPIED} say={say}>
          Copy formula
        </CopyButton>
      </div>
      <div role="alert">
        {shown && (
          <div class="problem">
            <p>{shown.message}</p>
            {shown.over !== undefined && (
              <button type="button" aria-disabled={busy} onClick={() => void insert(shown.over, true)}>
                Overwrite {shown.over}
              </button>
            )}
          </div>
        )}
      </div>
    </>
  );
}
