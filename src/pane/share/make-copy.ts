import { cellKey } from "../../core/cell-key";
import { valuesCopy } from "../../sources/values-copy";
import { addressOf } from "../../workbook/cell-address";
import { FileRefusal } from "../../workbook/xlsx/file-refusal";
import type { Kept } from "../../workbook/xlsx/rewrite/freeze-service-cells";
import { readCells } from "../../workbook/xlsx/read/read-cells";
import type { PaneHost } from "../pane-host";
import { answersTo, questionsOf } from "../questions/questions-of";
import type { Working } from "../work/work";
import { type Workbook } from "../workbook";
import { WorkbookRefusal } from "../../workbook/workbook-refusal";

/**
 * The copy's file name: the workbook's name, or SERVICE if it is unknown, followed by "values". A copy of a workbook with macros has them, and its extension: Excel opens
 * it under no other.
 */
export function copyName(fileName: string | undefined): string {
  const stem = (fileName ?? "").replace(/\.(xls[xmb]?|ods|csv)$/i, "").trim();
  return `${stem === "" ? "SERVICE" : stem} values.${/\.xlsm$/i.test(fileName ?? "") ? "xlsm" : "xlsx"}`;
}

/** The result of a copy. */
export interface Copied {
  readonly name: string;
  /** Number of SERVICE cells in the workbook. */
  readonly cells: number;
  /** Number of formulas that are values in the copy. */
  readonly frozen: number;
  /** Number of cells marked as sample data. */
  readonly marked: number;
  /** Name of the sheet with the sources; undefined if no question is known. */
  readonly sources?: string;
  /** Number of cells whose arguments are not known: their sources are not listed, and they are not marked. */
  readonly unknown: number;
  /** What was not replaced, with reasons. */
  readonly kept: readonly Kept[];
}

function refusing<T>(work: () => T): T {
  try {
    return work();
  } catch (e) {
    throw e instanceof FileRefusal ? new WorkbookRefusal(e.message) : e;
  }
}

/**
 * Opens a copy of the workbook with values instead of SERVICE formulas, as `refresh --values-only` writes one; the workbook itself is not changed. Answers that
 * are not known are asked for, because the copy says which figures are sample data. Rejects with a `WorkbookRefusal`.
 */
export async function makeCopy(
  workbook: Workbook,
  host: Pick<PaneHost, "asOf" | "cells" | "now">,
  { signal, progress, step }: Working,
): Promise<Copied | undefined> {
  const file = await workbook.file({ signal, progress });
  const name = copyName(workbook.fileName?.());
  const book = refusing(() => readCells(file));
  step("Reading the formulas");
  const asked = await questionsOf(await workbook.serviceCells("workbook", { signal, progress }), host, workbook, { signal });
  const byCell = new Map(asked.map(({ cell, questions }) => [cellKey(addressOf(cell)), questions]));
  step("Fetching missing answers");
  const questions = [...new Map(asked.flatMap((one) => one.questions.map((question) => [question.key, question] as const))).values()];
  const answered = await answersTo(questions, host, signal, progress);
  const unknown = asked.filter((one) => one.unknown > 0).length;
  if (signal.aborted) return undefined;
  step("Replacing formulas with values");
  const formulas = book.sheets.flatMap(({ name: sheet, cells }) =>
    cells.flatMap(({ row, column, value, formula, spill }) => {
      if (formula === undefined) return [];
      const where = addressOf({ sheet, row, column });
      return [{ where, formula, shows: spill ?? [[value]], questions: (byCell.get(cellKey(where)) ?? []).map(({ key }) => key) }];
    }),
  );
  const answers = new Map(answered.flatMap(({ question, answer }) => (answer ? [[question.key, answer] as const] : [])));
  const { file: copy, ...copied } = refusing(() => valuesCopy({ file, book, formulas, answers, asOf: host.asOf() }, host.now()));
  if (signal.aborted) return undefined;
  if (copied.frozen > 0) {
    step("Opening the copy");
    await workbook.open(copy, name);
  }
  return { name, cells: asked.length, unknown, ...copied };
}
