import type { Answer } from "../../../core/outcome";
import { BLANK, type Input } from "../call-text";
import type { FormSpec } from "../form-spec";
import { declaredUnit, formatOfAnswer } from "../format-of-answer";

interface BlockColumns {
  readonly spec: FormSpec;
  /** The argument whose choices are the columns. */
  readonly across: number;
  readonly choices: readonly string[];
  /** The other arguments. */
  readonly inputs: readonly Input[];
}

const inputsOf = ({ spec, across, inputs }: BlockColumns, choice: string): readonly Input[] =>
  spec.parameters.map((_, i): Input => (i === across ? { mode: "value", text: choice } : (inputs[i] ?? BLANK)));

/** True if every row of a column has the same unit, whatever its answers. */
export const hasOneUnit = (columns: BlockColumns, choice: string): boolean => declaredUnit(columns.spec, inputsOf(columns, choice)) !== undefined;

/**
 * The number formats of a block's values, by row and column. The cells of a column with the same unit get the same number of decimals. Undefined for text, and
 * if neither the answer nor the declaration has the unit.
 *
 * @param answers by row and column
 */
export function blockFormats(columns: BlockColumns, rows: number, answers: readonly (readonly (Answer | undefined)[])[]): (string | undefined)[][] {
  const byColumn = columns.choices.map((choice, c) => {
    const inputs = inputsOf(columns, choice);
    const declared = declaredUnit(columns.spec, inputs);
    const own = Array.from({ length: rows }, (_, r) => {
      const answer = answers[r]?.[c];
      return { unit: `${answer?.kind ?? "number"} ${answer?.unit ?? declared ?? ""}`, format: formatOfAnswer(columns.spec, inputs, answer) };
    });
    // The longer of two formats of a unit has more decimals.
    const longest = new Map<string, string>();
    for (const { unit, format = "" } of own) if (format.length > (longest.get(unit)?.length ?? 0)) longest.set(unit, format);
    return own.map(({ unit, format }) => format && longest.get(unit));
  });
  return Array.from({ length: rows }, (_, r) => byColumn.map((formats) => formats[r]));
}
