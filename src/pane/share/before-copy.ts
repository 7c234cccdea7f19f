import type { Answer } from "../../core/outcome";
import type { Question } from "../../core/question";
import type { Audit } from "../audit/audit-of";
import { isSampleFigure } from "../../sources/answer-words";
import { isError } from "../../workbook/cell";
import { whyKept } from "../../workbook/xlsx/freeze-service-cells";
import { counted, withSeparators } from "../../contract/counted";

/** What a user should know before copying the workbook. */
interface BeforeCopy {
  /** Number of SERVICE cells. */
  readonly all: number;
  /** Number of SERVICE cells without a value to copy: empty ones, and errors such as #BUSY! and #NAME?. */
  readonly without: number;
  /** Problems that Refresh or Audit can fix first. */
  readonly problems: readonly { readonly tab: "refresh" | "audit"; readonly words: string }[];
  /** Number of cells known to show sample data; those with a reason show no figure. */
  readonly sample: number;
}

/** Finds in an audit what would be wrong in a copy. */
export function beforeCopy({ cells: audited, counts }: Audit, last: (question: Question) => Answer | undefined): BeforeCopy {
  const { pending, broken, error, stale } = counts;
  const problems: { tab: "refresh" | "audit"; words: string }[] = [];
  if (pending > 0) problems.push({ tab: "refresh", words: `${counted(pending, "cell has", "cells have")} no value yet: still waiting for an answer.` });
  if (broken > 0) problems.push({ tab: "audit", words: `${counted(broken, "cell has", "cells have")} a broken function name. Audit repairs it.` });
  if (error > 0) problems.push({ tab: "refresh", words: `${counted(error, "cell shows an error", "cells show errors")}, which the copy keeps.` });
  if (stale > 0) problems.push({ tab: "refresh", words: `${counted(stale, "cell is", "cells are")} stale. The copy would contain old values.` });
  const isSample = (answer: Answer | undefined): boolean => answer !== undefined && isSampleFigure(answer);
  const sample = audited.filter(({ asked }) => asked.questions.some((question) => isSample(last(question)))).length;
  const without = audited.filter(({ cell: { value } }) => value === null || (isError(value) && whyKept(value.error) !== undefined)).length;
  return { all: audited.length, without, problems, sample };
}

/** How many cells become values in the copy. */
export function beforeWords({ all, without }: Pick<BeforeCopy, "all" | "without">): string {
  if (without === 0) return `${counted(all, "SERVICE cell becomes a value", "SERVICE cells become values")} in the copy.`;
  const rest = counted(without, "has no value yet and keeps its formula", "have no value yet and keep their formulas");
  return `${withSeparators(all - without)} of ${counted(all, "SERVICE cell")} ${all - without === 1 ? "becomes a value" : "become values"} in the copy; ${rest}.`;
}
