import type { Io } from "../io";
import type { BookReport } from "./book-report";
import type { Choices } from "./choices";
import { jsonLine } from "./report-json";
import { changeLines, copyKeptLines, copyLine, keptLines, outsideLines, repairLines } from "./report-lines";

/**
 * Prints what became of a book.
 *
 * @param at the moment for a line of JSON, in milliseconds
 */
export function sayReport(report: BookReport, { json, dryRun }: Choices, { out, err }: Pick<Io, "out" | "err">, at?: number): void {
  const { name, status, why, result, requests, repaired, copy } = report;
  if (json) return out(jsonLine(report, at));
  if (result && status !== "refused") {
    changeLines(name, result, requests, dryRun).forEach(out);
    keptLines(name, result).forEach(err);
    outsideLines(name, result).forEach(err);
    repairLines(name, repaired, result, dryRun).forEach(repaired ? out : err);
    if (copy) {
      out(copyLine(name, copy, dryRun));
      copyKeptLines(copy).forEach(err);
    }
  }
  if (why !== undefined) err(`${name}: ${why}`);
}
