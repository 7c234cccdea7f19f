import fc from "fast-check";
import { readFileSync } from "node:fs";
import path from "node:path";
import { ingest } from "../../../../src/service/ingest/ingest-document";
import { sec } from "../../../../src/service/publishers/sec/sec";
import { openStore, type Store } from "../../../../src/service/store/store";
import { recordRow } from "../../../record-row";
import { bring } from "../../../stored";
import { CASES } from "../../../value-cases/run-case";
import { askStore } from "./ask-store";

/** Reports of one quarter and the one before, in odd units, with odd covers and a changed CUSIP, and lists that name share classes. */
const FILES = [
  "cnsfails202603a.txt",
  "cnsfails-moog.txt",
  "f13-0000960001-26-000001.txt",
  "f13-0000960001-26-000002.txt",
  "f13-0000940003-26-000001.txt",
  "f13-one-line-thousands.txt",
  "f13-one-odd.txt",
  "f13-cover-thousands.txt",
  "f13-placeholders.txt",
  "f13-moog.txt",
  "f13-lennar.txt",
];
const TICKERS = ["AAPL", "MSFT", "BRK.A", "BRK.B", "BRKB", "GOOG", "GOOGL", "BBUC", "MOG.A", "MOGB", "ABCB", "LEN", "LEN.B"];

function storeOf(files: readonly string[]): Store {
  const store = openStore({ path: ":memory:" });
  for (const name of files) {
    const document = { name, bytes: readFileSync(path.join(CASES, name)) };
    ingest(store, "import", [{ label: name, document, sha256: name, feeds: sec.feeds }], "2026-11-26T12:00:00Z");
  }
  return store;
}

function answers(files: readonly string[], day: string): unknown[] {
  const store = storeOf(files);
  try {
    return TICKERS.flatMap((ticker) =>
      ["count", "value", "qoq"].map((field) => {
        const answer = askStore(store, day, "HOLDERS13F", ticker, field);
        return [ticker, field, "code" in answer ? answer.reason : answer.value, answer.note, answer.caveats];
      }),
    );
  } finally {
    store.close();
  }
}

test.each(["2026-06-01", "2026-05-13"])("answers on 13F holdings do not depend on the order of imports: as of %s", (day) => {
  const expected = answers(FILES, day);
  fc.assert(
    fc.property(fc.shuffledSubarray(FILES, { minLength: FILES.length }), (order) => {
      expect(answers(order, day)).toEqual(expected);
    }),
    { numRuns: 5 },
  );
});

describe("the doubt on a total", () => {
  const noteOf = (files: readonly string[], day: string, field = "value"): string => {
    const store = storeOf(files);
    const { note = "" } = askStore(store, day, "HOLDERS13F", "AAPL", field);
    store.close();
    return note;
  };
  const [ODD, OTHERS] = ["f13-one-odd.txt", ["f13-cover-thousands.txt", "f13-penny.txt"]];

  test("comes from other institutions' value per share of the same quarter", () => {
    expect(noteOf([ODD], "2026-06-01")).not.toContain("in doubt");
    expect(noteOf([ODD, ...OTHERS], "2026-06-01")).toMatch(
      /^2 institutions of 3, with 92% of the value, have values in doubt\. FUND ODD, report 0000970007-26-000001: Its value per share is 2,600 dollars, against 250 as the median of 3 positions of 2026Q1\. covers/,
    );
  });

  test("does not concern the number of institutions", () => expect(noteOf([ODD, ...OTHERS], "2026-06-01", "count")).not.toContain("in doubt"));

  test("comes from an own close at the quarter's end, only if it was public by then", () => {
    const store = storeOf([ODD]);
    const takeClose = (date: string) => bring(store, { records: [recordRow("price", "AAPL", date, "user", { close: 20 })] }, "2026-11-26");
    const note = (): string => askStore(store, "2026-06-01", "HOLDERS13F", "AAPL", "value").note ?? "";
    takeClose("2026-02-27");
    expect(note()).not.toContain("in doubt");
    takeClose("2026-03-31");
    expect(note()).toContain("Its value per share is 2,600 dollars, against 20 as the close of 2026-03-31.");
    store.close();
  });

  test("comes from a price in the list of fails to deliver, once that was published", () => {
    const store = storeOf(["f13-thousandfold.txt", "cnsfails-mining.txt"]);
    const note = (day: string): string => askStore(store, day, "HOLDERS13F", "ODNM", "value").note ?? "";
    expect(note("2026-06-01")).toContain("Its value per share is 2,000 dollars, against 5 in the SEC's list of fails of 2026-03-30.");
    store.close();
  });
});
