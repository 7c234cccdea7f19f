import { useState } from "preact/hooks";
import { addressOf } from "../../workbook/cell-address";
import type { PaneHost } from "../pane-host";
import type { TabId } from "../tab";
import type { Selection } from "../workbook";
import { ArgumentField, labelOf, listOfNames } from "./argument-field";
import { remember, type BuildMemory, type Form } from "./build-memory";
import { BLANK, missingOf, type Input } from "./call-text";
import { FillDown } from "./fill-down";
import { InsertActions } from "./insert-actions";
import { PreviewBox } from "./preview-box";
import { alternatives, type Start } from "./related";
import { usePreview } from "./use-preview";

interface CallFormProps {
  readonly host: PaneHost;
  readonly memory: BuildMemory;
  readonly form: Form;
  readonly selection: Selection | undefined;
  readonly change: (form: Form) => void;
  readonly open: (start: Start) => void;
  readonly say: (sentence: string) => void;
  readonly show: (tab: TabId) => void;
}

/** The arguments of one function, the value that it gives now, and what to do with the formula. */
export function CallForm({ host, memory, form, selection, change, open, say, show }: CallFormProps) {
  const { spec, inputs, editing } = form;
  const workbook = host.workbook();
  const home = editing?.place ?? selection?.active;
  const [asked, setAsked] = useState(0);
  // Whoever types into a cell moves on from it: then the cells that the form refers to may hold something else.
  const seen = inputs.some((input) => input.mode === "cell") ? JSON.stringify(selection) : "";
  const { preview, wrongs } = usePreview(host, spec, inputs, home, `${asked} ${seen}`);
  const set = (at: number, input: Input) => change({ ...form, inputs: spec.parameters.map((_, i) => (i === at ? input : (inputs[i] ?? BLANK))) });
  const selected = selection && { cell: addressOf(selection.active).replace(/^.*!/s, ""), sheet: selection.active.sheet };
  // The argument that a list gives need not be filled in.
  const unfinishedBut = (given?: number): string | undefined => {
    const missing = missingOf(spec, inputs).filter((p) => p !== spec.parameters[given ?? -1]);
    const wrong = spec.parameters.filter((_, i) => i !== given && wrongs[i] !== undefined)[0];
    if (missing.length > 0) return `Fill in ${listOfNames(missing.map((p) => p.name))} first.`;
    return wrong && `Correct ${labelOf(wrong.name)} first.`;
  };
  const others = editing ? [] : alternatives(spec, inputs);
  const done = (call: string, formula: string) => {
    remember(memory, { text: call, spec, inputs });
    // What was replaced is what there is to replace next.
    if (editing) change({ ...form, editing: { ...editing, formula, end: editing.start + call.length } });
  };
  return (
    <>
      <p>{spec.title}</p>
      {others.length > 0 && (
        <div class="buttons">
          {others.map((start) => (
            <button key={start.label} type="button" class="small" onClick={() => open(start)}>
              {start.label}
            </button>
          ))}
        </div>
      )}
      <form class="build-form" noValidate onSubmit={(e) => e.preventDefault()}>
        {spec.parameters.map((parameter, i) => (
          <ArgumentField
            key={parameter.name}
            parameter={parameter}
            input={inputs[i] ?? BLANK}
            wrong={wrongs[i]}
            change={(input) => set(i, input)}
            selected={selected}
          />
        ))}
        {spec.parameters.length === 0 && <p class="quiet">It takes no argument.</p>}
      </form>
      <PreviewBox preview={preview} again={() => setAsked(asked + 1)} show={show} />
      <InsertActions workbook={workbook} selection={selection} form={form} unfinished={unfinishedBut()} say={say} done={done} />
      {workbook && selection && !editing && <FillDown workbook={workbook} selection={selection} form={form} unfinishedBut={unfinishedBut} say={say} />}
    </>
  );
}
