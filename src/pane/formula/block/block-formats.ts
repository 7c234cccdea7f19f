import type { Answer, Outcome } from "../../../core/outcome";
import { formatOf } from "../../../tables/number-formats";
import { declaredUnit, formatOfAnswer } from "../format-of-answer";
import type { BlockColumn } from "./block-columns";

/** Most values that are fetched before the insertion, to format them by their units. The cells then find them in the cache. */
const MOST_FETCHED = 1_000;

const hasOneUnit = ({ spec, inputs }: BlockColumn): boolean => declaredUnit(spec, inputs) !== undefined;

/** The unit of rows without an answer. Companies may differ by currency only, and all currencies have the same format. */
const unitOfRest = ({ spec, inputs }: BlockColumn, answers: readonly (Answer | undefined)[]): string | undefined =>
  declaredUnit(spec, inputs) ?? (spec.parameters[0]?.kind === "ticker" ? answers.find((answer) => answer?.unit !== undefined)?.unit : undefined);

/**
 * The number formats of a block's values, by row and column. The cells of a column with the same unit get the same number of decimals. Undefined for text, and
 * if neither an answer nor the declaration has the unit.
 *
 * @param answers by row and column
 */
export function blockFormats(columns: readonly BlockColumn[], rows: number, answers: readonly (readonly (Answer | undefined)[])[]): (string | undefined)[][] {
  const byColumn = columns.map((column, c) => {
    const inColumn = answers.map((row) => row[c]);
    const rest = unitOfRest(column, inColumn);
    const own = Array.from({ length: rows }, (_, r) => {
      const answer = inColumn[r];
      const format = formatOfAnswer(column.spec, column.inputs, answer) ?? (answer || rest === undefined ? undefined : formatOf(rest));
      return { unit: `${answer?.kind ?? "number"} ${answer?.unit ?? rest ?? ""}`, format, known: typeof answer?.value === "number" };
    });
    // The longer of two formats of a unit has more decimals. A row without a value adds none.
    const longest = new Map<string, string>();
    for (const { unit, format = "", known } of own) if (known && format.length > (longest.get(unit)?.length ?? 0)) longest.set(unit, format);
    return own.map(({ unit, format }) => format && (longest.get(unit) ?? format));
  });
  return Array.from({ length: rows }, (_, r) => byColumn.map((formats) => formats[r]));
}

/**
 * Fetches as many values as the formats need: the first rows, and all rows of a column whose unit is not declared.
 *
 * @param first rows that are fetched in any case
 */
export async function fetchFormats(
  columns: readonly BlockColumn[],
  names: readonly string[],
  first: number,
  ask: (column: BlockColumn, name: string) => Promise<Outcome | undefined>,
): Promise<(string | undefined)[][]> {
  const varied = columns.filter((column) => !hasOneUnit(column)).length;
  const all = names.length * varied <= MOST_FETCHED;
  const answers = await Promise.all(
    names.map((name, row) =>
      Promise.all(
        columns.map(async (column) => {
          const outcome = row < first || (all && !hasOneUnit(column)) ? await ask(column, name) : undefined;
          return outcome?.kind === "answer" ? outcome.answer : undefined;
        }),
      ),
    ),
  );
  return blockFormats(columns, names.length, answers);
}
