import { checkDocument } from "../../../src/commands/verification/second-reading/check-document";
import type { RecordRow } from "../../../src/service/records/record";
import { bytesOf, publisherOfFile, rowsOf } from "../../second-reading/read-twice";
import { CASES } from "../../value-cases/run-case";

/** The sentences about a case's input whose rows were changed. */
function sentences(file: string, change: (row: RecordRow) => readonly RecordRow[]): readonly string[] {
  const bytes = bytesOf(CASES, file);
  const { records = [], reports = [] } = rowsOf(publisherOfFile(file), file, bytes) ?? {};
  return checkDocument(bytes, file, { records: records.flatMap(change), reports }).differences.map(({ sentence }) => sentence);
}

const changed =
  (dataset: RecordRow["dataset"], from: string, to: string) =>
  (row: RecordRow): RecordRow[] => [row.dataset === dataset ? { ...row, body: JSON.parse(JSON.stringify(row.body).replace(from, to)) as object } : row];

test("names document and line of a value that differs from the second reading", () => {
  expect(sentences("shrt20260529ads.csv", changed("short_interest", '"days_to_cover":10', '"days_to_cover":11'))).toEqual([
    "shrt20260529ads.csv, line 4: days to cover of GME on 2026-05-29 is 10 in a second reading, the service has 11.",
  ]);
});

test("names what the service dropped, and what it has too much", () => {
  expect(sentences("ptr-20095001.txt", changed("congress_trade", '"amount_low":1001', '"amount_low":1000'))).toEqual([
    "ptr-20095001.txt, line 18: the trade P of CTAS on 2025-01-12 for 1001 to 15000 is in a second reading only.",
    "ptr-20095001.txt: the service has a trade P of CTAS on 2025-01-12 for 1000 to 15000, a second reading does not.",
  ]);
  expect(sentences("chain0.txt", changed("insider_trade", '"shares":1000000', '"shares":1000'))).toHaveLength(2);
});

test("finds a trade beside the same one in a mistyped year, in any order", () => {
  const file = "ptr-20095001.txt";
  const text = new TextDecoder().decode(bytesOf(CASES, file));
  const line = text.split("\n").find((one) => one.includes("(CTAS)")) ?? "";
  const mistyped = line.replace("01/12/2025", "01/12/2026");
  for (const lines of [
    [line, mistyped],
    [mistyped, line],
  ]) {
    const bytes = new TextEncoder().encode(text.replace(line, lines.join("\n                      F      S      : New\n\n")));
    const rows = rowsOf("house", file, bytes);
    expect(rows && checkDocument(bytes, file, rows)).toEqual({ compared: 2, differences: [] });
  }
});

test("compares nothing in a document of another kind", () => {
  expect(checkDocument(new TextEncoder().encode("Date|Symbol\n"), "x.txt", { records: [] })).toEqual({ compared: 0, differences: [] });
});
