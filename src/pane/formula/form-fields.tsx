import type { ComponentProps } from "preact";
import { ArgumentField, labelOf, listOfNames } from "./argument-field";
import type { Form } from "./form-memory";
import { BLANK, missingOf, type FieldInput } from "./call-text";
import type { Start } from "./related";

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
export function withInput(form: Form, at: number, input: FieldInput): Form {
  return { ...form, inputs: form.spec.parameters.map((_, i) => (i === at ? input : (form.inputs[i] ?? BLANK))) };
}

/** What is left to do before the formula can be inserted; undefined if nothing. The argument that a list provides may be blank. */
export function unfinishedWords({ spec, inputs }: Form, wrongs: readonly (string | undefined)[], given?: number): string | undefined {
  const missing = missingOf(spec, inputs).filter((p) => p !== spec.parameters[given ?? -1]);
  const wrong = spec.parameters.find((_, i) => i !== given && wrongs[i] !== undefined);
  if (missing.length > 0) return `Fill in ${listOfNames(missing.map((p) => p.name))} first.`;
  return wrong && `Correct ${labelOf(wrong.name)} first.`;
}

/** A function's title, its alternatives, and a field for each argument. */
export function FormFields({ form: { spec, inputs }, wrongs, others, open, set, cells }: FormFieldsProps) {
  return (
    <>
      <p id="build-about">{spec.title}</p>
      {others.length > 0 && (
        <div class="buttons">
          {others.map((start) => (
            <button key={start.label} type="button" class="small" onClick={() => open(start)}>
              {start.label}
            </button>
          ))}
        </div>
      )}
      <form class="build-form" aria-labelledby="build-about" noValidate onSubmit={(e) => e.preventDefault()}>
        {spec.parameters.map((parameter, i) => (
          <ArgumentField key={parameter.name} parameter={parameter} input={inputs[i] ?? BLANK} wrong={wrongs[i]} change={(input) => set(i, input)} {...cells} />
        ))}
        {spec.parameters.length === 0 && <p class="quiet">This function has no arguments.</p>}
      </form>
    </>
  );
}
