import { shown } from "../../contract/arguments";
import { counted, withSeparators } from "../../contract/counted";
import { withFullStop } from "../../service/ingest/full-stop";
import { storedDoubts } from "../../service/ingest/stored-doubts";
import { UsageError } from "../io";
import { noDatabase, readingStore, RUN, type DataCall } from "./data-io";

/** Rows between two lines of progress. */
const PROGRESS_ROWS = 100_000;

/**
 * `data -- check`: lists the stored values that the checks of plausibility doubt, each with its document. Changes nothing.
 *
 * @returns the exit status: 0 no doubt, 1 doubts
 */
export function check({ words, database, io }: DataCall): number {
  if (words.length > 0) throw new UsageError(`check takes no arguments, got ${shown(words[0])}.`);
  const none = noDatabase(database);
  if (none !== undefined) throw new UsageError(`${none} Import data first. Type: ${RUN} help`);
  return readingStore(database, (store) => {
    let rows = 0;
    let doubts = 0;
    let next = PROGRESS_ROWS;
    for (const page of storedDoubts(store)) {
      rows += page.rows;
      for (const { row, document, sentence } of page.doubts)
        io.out(`${row}: ${withFullStop(sentence)}${document ? ` Document ${document.id}, ${document.file}.` : ""}`);
      doubts += page.doubts.length;
      if (rows < next) continue;
      io.err(`  ${withSeparators(rows)} rows checked …`);
      next = rows + PROGRESS_ROWS;
    }
    io.out(
      doubts === 0
        ? `${counted(rows, "row")} checked: no doubts.`
        : `${counted(rows, "row")} checked: ${counted(doubts, "doubt")}. Compare each with its document. To remove a wrong document, type: ${RUN} forget NO.`,
    );
    return doubts > 0 ? 1 : 0;
  });
}
