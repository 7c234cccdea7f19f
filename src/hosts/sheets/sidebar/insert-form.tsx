import { labelOf } from "../../../pane/formula/argument-field";
import { remember, type Form } from "../../../pane/formula/form-memory";
import type { Input } from "../../../pane/formula/call-text";
import { FormFields, unfinishedWords, withInput } from "../../../pane/formula/form-fields";
import { useAttempt } from "../../../pane/hooks/use-attempt";
import { Refusal } from "../../../pane/notices/refusal";
import { readBlock } from "../../../workbook/read-block";
import { alternatives, type Start } from "../../../pane/formula/related";
import type { Selected } from "../sidebar-calls";
import { InsertInto } from "./insert-into";
import type { InsertMemory } from "./insert-memory";
import { PreviewView } from "./preview-view";
import { useScriptPreview } from "./use-script-preview";
import { useSelected } from "./use-selected";
import type { ViewProps } from "./view";
import { wordsOf } from "./words-of";

interface InsertFormProps extends ViewProps {
  readonly memory: InsertMemory;
  readonly form: Form;
  readonly change: (form: Form) => void;
  readonly open: (start: Start) => void;
}

const RANGE_HINT = "a cell such as A2, a range such as A2:A40 (one value for each cell), or any expression";

/** The sheet of an address. */
const sheetOf = (address: string): string | undefined => readBlock(address)?.sheet;

/** Buttons that use the selected cell or range as an argument. */
function SelectionButtons({ name, pick }: { readonly name: string; readonly pick: (what: "cell" | "range") => void }) {
  return (
    <div class="buttons">
      {(["cell", "range"] as const).map((what) => (
        <button key={what} type="button" class="small" aria-label={`Use selected ${what} for ${labelOf(name)}`} onClick={() => pick(what)}>
          Use selected {what}
        </button>
      ))}
    </div>
  );
}

/** The arguments of a function, its current value, and the formula to insert. */
export function InsertForm({ run, known, asOf, say, show, memory, form, change, open }: InsertFormProps) {
  const { spec, inputs } = form;
  const { selected, problem, read } = useSelected(run);
  const attempt = useAttempt(say);
  const hasKey = known.account?.hasKey !== false;
  const { preview, wrongs, retry } = useScriptPreview(run, memory, spec, inputs, selected && sheetOf(selected.address), hasKey, asOf);
  const set = (at: number, input: Input) => change(withInput(form, at, input));

  const pick = (at: number, what: "cell" | "range") =>
    void attempt.run(async () => {
      const now: Selected = await read();
      const sheet = sheetOf(now.address);
      set(at, { mode: "cell", text: now[what], ...(sheet === undefined ? {} : { sheet }) });
      say(`Using ${now[what]}.`);
    }, wordsOf);

  return (
    <>
      <FormFields
        form={form}
        wrongs={wrongs}
        others={alternatives(spec, inputs)}
        open={open}
        set={set}
        cells={(i) => ({
          selected: undefined,
          cellHint: RANGE_HINT,
          picks: <SelectionButtons name={spec.parameters[i]?.name ?? ""} pick={(what) => pick(i, what)} />,
        })}
      />
      <Refusal message={attempt.problem} />
      <PreviewView preview={preview} retry={retry} show={show} />
      <InsertInto
        run={run}
        form={form}
        selected={selected}
        read={read}
        unfinished={unfinishedWords(form, wrongs)}
        say={say}
        done={(call) => remember(memory, { text: call, spec, inputs })}
      />
      {problem && !attempt.problem && <p class="problem">{problem}</p>}
    </>
  );
}
