import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { gzipSync } from "node:zlib";
import type { HoldingsReport } from "../../src/service/records/holdings";
import { openStore, type Store } from "../../src/service/store/store";
import { recordRow } from "../record-row";
import { CASES } from "../value-cases/run-case";
import { dataBench } from "./data-bench";

const bench = dataBench(Date.UTC(2026, 10, 20, 12));
const REPORT: HoldingsReport = {
  accession: "0000940003-26-000001", form: "13F-HR", cik: "940003", filer: "FUND THREE", period: "2026-03-31", filed: "2026-05-14", adds: false, unit: "dollars", total: 50_100_000,
  doubt: "The cover states 3 lines and a total of 50,000,000, the table has 3 and 50,100,000.", holdings: [],
}; // prettier-ignore
const day = (entity: string, short_volume: number) =>
  recordRow("short_volume", entity, "2026-06-20", "finra", { short_volume, short_exempt_volume: 0, total_volume: 500, market: "B,Q,N" });

async function stored(insert: (store: Store) => void): Promise<void> {
  await bench.run(["enable", "finra", "--accept"]);
  const store = openStore({ path: bench.database });
  insert(store);
  store.close();
}

it("check lists doubtful values with their documents, and ends with 1", async () => {
  await stored((store) => {
    store.insertBatch({ publisher: "finra", file: "CNMS.txt", sha256: "a", rows: [], records: [day("AMC", 400), day("GME", 600)] }, "2026-06-21");
    store.insertBatch({ publisher: "sec", file: "fund.txt", sha256: "b", rows: [], reports: [REPORT] }, "2026-06-21");
  });
  expect(await bench.run(["check"])).toEqual({
    status: 1,
    err: "",
    out: [
      "13F FUND THREE 2026-03-31 0000940003-26-000001: The cover states 3 lines and a total of 50,000,000, the table has 3 and 50,100,000. Document 3, fund.txt.",
      "short_volume GME 2026-06-20: Short volume 600 is more than the total volume 500 of the day. Document 2, CNMS.txt.",
      "3 rows checked: 2 doubts.",
      "0 documents read a second time, 0 values compared: no differences.",
      "Compare each with its document. To remove a wrong document, type: npm run -s data -- forget NO.",
    ].join("\n"),
  });
});

it("check names a folder without data", async () => {
  expect(await bench.run(["check"])).toMatchObject({ status: 2, err: expect.stringContaining("There is no database in") as string });
});

it("check ends with 0 if nothing is doubtful", async () => {
  await stored((store) => void store.insertBatch({ publisher: "finra", file: "CNMS.txt", sha256: "a", rows: [], records: [day("AMC", 400)] }, "2026-06-21"));
  expect(await bench.run(["check"])).toEqual({
    status: 0,
    err: "",
    out: "1 row checked: no doubts.\n0 documents read a second time, 0 values compared: no differences.",
  });
});

const PTR = path.join(CASES, "ptr-20090005.txt");
it("check reads each stored document a second time and names what differs", async () => {
  expect(await bench.take("ptr.txt", readFileSync(PTR), "house")).toMatchObject({ status: 0 });
  expect((await bench.run(["check"])).out).toMatch(/1 document read a second time, [1-9]\d* values? compared: no differences\.$/);
  // The document of the log is replaced by another one, as a damaged archive would.
  const store = openStore({ path: bench.database });
  const { sha256 } = store.imports.files()[0]!;
  store.archive.remove(sha256);
  store.close();
  const folder = path.join(path.dirname(bench.database), "documents", sha256.slice(0, 2));
  mkdirSync(folder, { recursive: true });
  writeFileSync(path.join(folder, `${sha256}.gz`), gzipSync("Filing ID #20090005\n"));
  expect(await bench.run(["check"])).toMatchObject({
    status: 1,
    out: expect.stringMatching(/^Document 1, ptr\.txt: cannot be read by this version: /m) as string,
  });
});
