import type { Answer } from "../../core/outcome";
import type { Question } from "../../core/question";
import type { Audit } from "../audit/audit-of";
import { counted } from "../../contract/counted";

/** What a user should know before copying the workbook. */
interface BeforeCopy {
  /** Number of SERVICE cells. */
  readonly all: number;
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
  const isSample = (answer: Answer | undefined): boolean => answer?.sample === true && answer.value !== null;
  const sample = audited.filter(({ asked }) => asked.questions.some((question) => isSample(last(question)))).length;
  return { all: audited.length, problems, sample };
}
