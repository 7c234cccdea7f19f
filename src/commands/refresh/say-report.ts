import type { Io } from "../io";
import type { BookReport } from "./book-report";
import type { Choices } from "./choices";
import { jsonLine } from "./report-json";
import { asOfLines, changeLines, copyKeptLines, copyLine, keptLines, markLines, outsideLines, repairLines, tableLines, notComparedLines } from "./report-lines";

/**
 * Prints what became of a book.
 *
 * @param at the moment for a line of JSON, in milliseconds
 */
export function sayReport(report: BookReport, choices: Choices, { out, err }: Pick<Io, "out" | "err">, at?: number): void {
  const { name, status, why, result, requests, repaired, copy, savedAsOf } = report;
  const { json, dryRun } = choices;
  if (json) return out(jsonLine(report, at));
  if (result && status !== "refused") {
    changeLines(name, result, requests, dryRun).forEach(out);
    asOfLines(name, savedAsOf, result, choices).forEach(out);
    markLines(name, result, dryRun).forEach(err);
    notComparedLines(name, result).forEach(out);
    keptLines(name, result).forEach(err);
    outsideLines(name, result).forEach(err);
    tableLines(name, result).forEach(err);
    repairLines(name, repaired, result, dryRun).forEach(repaired ? out : err);
    if (copy) {
      out(copyLine(name, copy, dryRun));
      copyKeptLines(copy).forEach(err);
    }
  }
  if (why !== undefined) err(`${name}: ${why}`);
}
