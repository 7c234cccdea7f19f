import { leftOutRow } from "../../src/service/records/record";
import { openStore } from "../../src/service/store/store";
import { dataBench } from "./data-bench";

const bench = dataBench(Date.UTC(2026, 10, 20, 12));

it("status names the lines that could not be read, the newest first", async () => {
  await bench.run(["enable", "house", "--accept"]);
  const store = openStore({ path: bench.database });
  const line = (document: string, date: string) =>
    leftOutRow("house", date, date, 1, { document, line: "american Express Company (aXP) S", why: "expected an amount, got none", ticker: "AXP" });
  store.insertBatch(
    { publisher: "house", file: "a.txt", sha256: "a", rows: [], records: [line("20090005", "2025-02-10"), line("20090006", "2025-02-11")] },
    "2025-03-01",
  );
  store.close();
  expect((await bench.run(["status"])).out).toContain(
    [
      "2 lines of documents could not be read and were left out:",
      '  house 2025-02-11 20090006: "american Express Company (aXP) S" was left out: expected an amount, got none.',
      '  house 2025-02-10 20090005: "american Express Company (aXP) S" was left out: expected an amount, got none.',
    ].join("\n"),
  );
});

it("control characters of a document do not reach the terminal", async () => {
  const store = openStore({ path: bench.database });
  const left = { document: "20090007", line: "Bell \u202EInc.", why: "expected an amount, got \u001B[2J\u0007\u009B1m", ticker: null };
  store.insertBatch(
    { publisher: "house", file: "b.txt", sha256: "b", rows: [], records: [leftOutRow("house", "2025-02-12", "2025-02-12", 1, left)] },
    "2025-03-01",
  );
  store.close();
  const { out } = await bench.run(["status"]);
  expect(out).toContain('  house 2025-02-12 20090007: "Bell \uFFFDInc." was left out: expected an amount, got \uFFFD[2J\uFFFD\uFFFD1m.');
});
