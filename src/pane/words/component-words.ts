import type { AnswerComponent } from "../../core/outcome";
import { numberWords, unitWords } from "../../sources/answer-words";

/** A number without the rounding error of binary fractions. */
const figure = (value: number): string => numberWords(Number(value.toPrecision(12)));
const percent = (share: number): string => `${Math.round(share * 1000) / 10} %`;

/** A component in one line, such as `6,661,912 USD million of 2025-07-09, from board`; for an absent one, why. */
export function componentWords({ value, unit, observationDate, source, sample, direction, weight, contribution, evidence, absent }: AnswerComponent): string {
  if (absent !== undefined) return `not included: ${absent}`;
  const what = [
    value === undefined ? "" : `${figure(value)}${unit === undefined ? "" : ` ${unitWords(unit)}`}`,
    direction ?? "",
    observationDate === undefined ? "" : `of ${observationDate}`,
  ];
  const parts = [
    what.filter(Boolean).join(" "),
    weight === undefined ? "" : `weight ${percent(weight)}`,
    contribution === undefined ? "" : `adds ${figure(contribution)}`,
    evidence ?? "",
    sample ? "sample data" : source === undefined ? "" : `from ${source}`,
  ];
  return parts.filter(Boolean).join(", ");
}
