import { counted } from "../../contract/counted";
import type { Answer } from "../../core/outcome";
import { formulaOf, questionOf } from "../../core/question";
import type { RefreshedBook } from "../../hosts/refresh/refresh-book";
import type { Lock, LockQuestion } from "../../proof/lock";
import { isError } from "../../workbook/cell";

/** What `--fail-on` names. */
export const UNWANTED = ["error", "reason", "stale", "sample"] as const;
export type Unwanted = (typeof UNWANTED)[number];

/** True if an answer, or a component of it, is generated sample data. */
const isSample = (answer: Pick<Answer, "sample" | "components"> | Pick<LockQuestion, "sample" | "components"> | undefined): boolean =>
  answer !== undefined && ((answer.sample ?? false) || (answer.components?.some((one) => one.sample) ?? false));

/** The formulas that ask for what is only sample data. Every place that shows a figure says so. */
export const sampleFormulas = ({ formulas, answers }: Pick<RefreshedBook, "formulas" | "answers">): RefreshedBook["formulas"] =>
  formulas.filter(({ questions }) => questions.some((key) => isSample(answers.get(key))));

/** What cells show that a figure may not be: an error value, a reason, an old or kept value, sample data. */
const SENTENCE: { readonly [U in Unwanted]: (cells: string, are: string) => string } = {
  error: (cells, are) => `${cells} would show an error value, and --fail-on error was given. Correct ${are}.`,
  reason: (cells, are) => `${cells} would show a reason instead of a value, and --fail-on reason was given. Read ${are} with --dry-run.`,
  stale: (cells, are) => `${cells} would keep an old value or has none that is new enough, and --fail-on stale was given. See ${are} with --dry-run.`,
  sample: (cells) => `${cells} would show sample data, and --fail-on sample was given. Import published data, or leave out --fail-on sample.`,
};

/** Cells that a sentence names before it counts. */
const NAMED = 5;

/** The first cells by name, then their number. */
function namesOf(cells: readonly string[]): string {
  const more = cells.length - NAMED;
  return more > 0 ? `${cells.slice(0, NAMED).join(", ")} and ${counted(more, "other cell")}` : cells.join(", ");
}

/**
 * Why sample data must not replace the published data that a book shows by its lock: in a sentence, undefined if it replaces none. A formula is recognized by its questions
 * or, because `TODAY` asks for another day every day, by its cell and text.
 */
export function sampleOverPublished(refreshed: Pick<RefreshedBook, "formulas" | "answers">, locks: readonly Lock[]): string | undefined {
  const isPublished = ({ questions }: Lock, text: string): boolean =>
    questions[text] !== undefined && questions[text].value !== null && !isSample(questions[text]);
  const wasPublished = (lock: Lock, { where, formula, questions }: RefreshedBook["formulas"][number]): boolean => {
    const cell = lock.cells[where];
    const known = cell?.formula === formula ? (cell.questions ?? []) : [];
    const asked = questions.filter((key) => isSample(refreshed.answers.get(key))).map((key) => formulaOf(questionOf(key)));
    return [...known, ...asked].some((text) => isPublished(lock, text));
  };
  const cells = sampleFormulas(refreshed).filter((one) => one.why === undefined && locks.some((lock) => wasPublished(lock, one)));
  if (cells.length === 0) return undefined;
  const named = namesOf(cells.map(({ where }) => where));
  return `${named} would show sample data instead of published data. Name the service with --url or its data with --data, or add --allow-sample.`;
}

/** Why a refreshed book must not be written, in a sentence for each kind of unwanted cell. */
export function unwantedIn(refreshed: Pick<RefreshedBook, "formulas" | "answers" | "tables">, unwanted: readonly Unwanted[]): readonly string[] {
  const { formulas, answers } = refreshed;
  const asked = (questions: readonly string[]): Answer[] => questions.flatMap((key) => answers.get(key) ?? []);
  const of: { readonly [U in Unwanted]: () => readonly { readonly where: string }[] } = {
    error: () => formulas.filter(({ shows }) => shows.some((row) => row.some((value) => value !== null && isError(value)))),
    reason: () => formulas.filter(({ questions }) => asked(questions).some(({ value }) => value === null)),
    stale: () => [
      ...formulas.filter(({ questions, why }) => why !== undefined || asked(questions).some(({ code }) => code === "stale")),
      ...refreshed.tables.map((where) => ({ where })),
    ],
    sample: () => sampleFormulas(refreshed),
  };
  return unwanted.flatMap((kind) => {
    const cells = of[kind]().map(({ where }) => where);
    if (cells.length === 0) return [];
    return [SENTENCE[kind](namesOf(cells), cells.length === 1 ? "it" : "them")];
  });
}
