import { useState } from "preact/hooks";
import { ArgumentField, labelOf, listOfNames } from "../../../pane/build/argument-field";
import { remember, type Form } from "../../../pane/build/build-memory";
import { BLANK, missingOf, type Input } from "../../../pane/build/call-text";
import { readBlock } from "../../../pane/build/references";
import { alternatives, type Start } from "../../../pane/build/related";
import type { Selected } from "../sidebar-calls";
import { InsertInto } from "./insert-into";
import type { InsertMemory } from "./insert-memory";
import { PreviewView } from "./preview-view";
import { usePreview } from "./use-preview";
import { useSelected } from "./use-selected";
import type { ViewProps } from "./view";
import { wordsOf } from "./words-of";

interface InsertFormProps extends ViewProps {
  readonly memory: InsertMemory;
  readonly form: Form;
  readonly change: (form: Form) => void;
  readonly open: (start: Start) => void;
}

const A_RANGE = "a cell such as A2, a range such as A2:A40 (one formula gives a value for each), or any expression";

/** The sheet that an address names. */
const sheetOf = (address: string): string | undefined => readBlock(address)?.sheet;

/** The arguments of one function, the value that it gives now, and the formula to insert. */
export function InsertForm({ run, known, say, show, memory, form, change, open }: InsertFormProps) {
  const { spec, inputs } = form;
  const { selected, problem, read } = useSelected(run);
  const [refused, setRefused] = useState<string | undefined>();
  const hasKey = known.account?.hasKey !== false;
  const { preview, wrongs, again } = usePreview(run, memory, spec, inputs, selected && sheetOf(selected.address), hasKey);
  const set = (at: number, input: Input) => change({ ...form, inputs: spec.parameters.map((_, i) => (i === at ? input : (inputs[i] ?? BLANK))) });

  const take = async (at: number, what: "cell" | "range") => {
    setRefused(undefined);
    try {
      const now: Selected = await read();
      const sheet = sheetOf(now.address);
      set(at, { mode: "cell", text: now[what], ...(sheet === undefined ? {} : { sheet }) });
      say(`Took ${now[what]}.`);
    } catch (e) {
      setRefused(wordsOf(e));
    }
  };
  const unfinished = (): string | undefined => {
    const missing = missingOf(spec, inputs);
    const wrong = spec.parameters.find((_, i) => wrongs[i] !== undefined);
    if (missing.length > 0) return `Fill in ${listOfNames(missing.map((p) => p.name))} first.`;
    return wrong && `Correct ${labelOf(wrong.name)} first.`;
  };
  const others = alternatives(spec, inputs);

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
            selected={undefined}
            cellHint={A_RANGE}
            picks={
              <div class="buttons">
                {(["cell", "range"] as const).map((what) => (
                  <button
                    key={what}
                    type="button"
                    class="small"
                    aria-label={`Use selected ${what} for ${labelOf(parameter.name)}`}
                    onClick={() => void take(i, what)}
                  >
                    Use selected {what}
                  </button>
                ))}
              </div>
            }
          />
        ))}
        {spec.parameters.length === 0 && <p class="quiet">It takes no argument.</p>}
      </form>
      <div role="alert">{refused && <p class="problem">{refused}</p>}</div>
      <PreviewView preview={preview} again={again} show={show} />
      <InsertInto
        run={run}
        form={form}
        selected={selected}
        read={read}
        unfinished={unfinished()}
        say={say}
        done={(call) => remember(memory, { text: call, spec, inputs })}
      />
      {problem && !refused && <p class="problem">{problem}</p>}
    </>
  );
}
