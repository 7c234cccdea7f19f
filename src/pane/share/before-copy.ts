import type { Answer } from "../../core/outcome";
import type { Question } from "../../core/question";
import type { Audit } from "../audit/audit-of";
import { counted } from "../../contract/counted";

/** What a person should know of the workbook before it is copied. */
interface BeforeCopy {
  /** SERVICE cells in all. */
  readonly all: number;
  /** What the copy would carry that Refresh or Audit can mend first; empty where there is nothing. */
  readonly mend: readonly { readonly tab: "refresh" | "audit"; readonly words: string }[];
  /** Cells whose answers are known to be sample data. */
  readonly sample: number;
}

/** Reads an audit for what would go wrong in a copy. */
export function beforeCopy({ cells: audited, counts }: Audit, last: (question: Question) => Answer | undefined): BeforeCopy {
  const { pending, broken, error, stale } = counts;
  const mend: { tab: "refresh" | "audit"; words: string }[] = [];
  if (pending > 0)
    mend.push({ tab: "refresh", words: `${counted(pending, "cell")} ${pending === 1 ? "waits" : "wait"} for an answer: there is no value yet to put in.` });
  if (broken > 0) mend.push({ tab: "audit", words: `${counted(broken, "cell")} ${broken === 1 ? "has" : "have"} a broken name: Audit repairs it.` });
  if (error > 0)
    mend.push({ tab: "refresh", words: `${counted(error, "cell")} ${error === 1 ? "shows an error, and does" : "show errors, and do"} so in the copy.` });
  if (stale > 0) mend.push({ tab: "refresh", words: `${counted(stale, "cell")} ${stale === 1 ? "is" : "are"} stale: the copy would carry old values.` });
  const sample = audited.filter(({ asked }) => asked.questions.some((question) => last(question)?.sample)).length;
  return { all: audited.length, mend, sample };
}
