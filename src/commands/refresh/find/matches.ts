import type { Answer } from "../../../core/outcome";
import type { FunctionName } from "../../../contract/functions";
import { listingOf } from "../../../contract/functions/listing";
import { formulaOf, type Question } from "../../../core/question";

/** A number to look for. */
export interface Sought {
  /** As typed, or as a cell holds it. */
  readonly text: string;
  readonly value: number;
  /** Where it stands; missing for one that was typed. */
  readonly where?: string;
}

/** A question whose answer is the number. */
export interface Match {
  /** `=SERVICE.FRED("DGS10")`; ends in `/100` if the number is the answer's percentage as a fraction. */
  readonly formula: string;
  readonly answer: Answer;
}

/** The formula of a question, without its field if that is the default. */
function shortFormula(question: Question): string {
  const [field] = listingOf(question.name as FunctionName).fields;
  const formula = `=${formulaOf(question)}`;
  const end = `"${field?.name}")`;
  return field && formula.endsWith(end) ? `${formula.slice(0, -end.length).replace(/,$/, "")})` : formula;
}

/** The digits after the point. */
function decimalsOf(text: string): number {
  const [digits = "", exponent = "0"] = text.toLowerCase().split("e");
  return Math.max(0, (digits.split(".")[1]?.length ?? 0) - Number(exponent));
}

/** Half a unit of the last digit, and what binary fractions add to it. */
const isRoundedTo = (exact: number, value: number, decimals: number): boolean =>
  Math.abs(exact - value) <= 0.5 * 10 ** -decimals + 1e-9 * Math.max(Math.abs(exact), 1);

function formulaFor({ value, text }: Sought, question: Question, { value: answer, unit }: Answer): string | undefined {
  if (typeof answer !== "number" || (answer === 0) !== (value === 0)) return undefined;
  const decimals = decimalsOf(text);
  if (isRoundedTo(answer, value, decimals)) return shortFormula(question);
  return unit === "%" && decimals >= 3 && isRoundedTo(answer / 100, value, decimals) ? `${shortFormula(question)}/100` : undefined;
}

const daysBetween = (a: string, b: string): number => Math.abs(Date.parse(a) - Date.parse(b)) / 86_400_000;

/** How near an answer is: to the day, then to the exact number. */
const distance = ({ answer }: Match, date: string, { value }: Sought): number =>
  daysBetween(answer.observationDate ?? date, date) * 1000 + Math.min(999, Math.abs(Number(answer.value) - value) * 100);

/**
 * The questions whose answer is the number, rounded as it is; the nearest observation date first. Of questions with the same function, name and observation, one.
 *
 * @param unit only answers in this unit
 */
export function matchesOf(sought: Sought, answers: ReadonlyMap<Question, Answer>, date: string, unit: string | undefined): readonly Match[] {
  const found = new Map<string, Match>();
  for (const [question, answer] of answers) {
    if (unit !== undefined && answer.unit?.toLowerCase() !== unit.toLowerCase()) continue;
    const formula = formulaFor(sought, question, answer);
    if (formula === undefined) continue;
    const { observationDate = "" } = answer;
    const same = `${formula.split(",")[0]} ${observationDate} ${answer.source}`;
    // A weekly or monthly figure answers for each day of its period.
    const before = found.get(same);
    if (!before || (formula.includes(observationDate) && !before.formula.includes(observationDate))) found.set(same, { formula, answer });
  }
  return [...found.values()].sort((a, b) => distance(a, date, sought) - distance(b, date, sought) || (a.formula < b.formula ? -1 : 1));
}
