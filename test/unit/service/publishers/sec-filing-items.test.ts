import { readFileSync } from "node:fs";
import path from "node:path";
import type { FiledReport } from "../../../../src/service/records/statement";
import { submissions } from "../../../../src/service/publishers/sec/submissions";
import { itWithSharedData } from "../../../shared-data";

const document = (recent: object) => ({
  name: "CIK0000000077.json",
  bytes: new TextEncoder().encode(JSON.stringify({ cik: "77", entityType: "operating", name: "Example Corp", tickers: [], filings: { recent } })),
});
const columns = {
  accessionNumber: ["a", "b", "c"],
  filingDate: ["2024-05-01", "2024-05-02", "2024-05-03"],
  reportDate: ["", "2024-03-31", ""],
  form: ["8-K", "10-Q", "8-K/A"],
};
const bodiesOf = (recent: object): FiledReport[] => submissions.parse(document(recent)).records.map((r) => r.body as FiledReport);

describe("the items of current reports", () => {
  it("are stored for an 8-K only", () => {
    expect(bodiesOf({ ...columns, items: ["4.02,9.01", "", "5.02"] })).toEqual([
      { form: "8-K", accession: "a", periodEnd: null, items: ["4.02", "9.01"] },
      { form: "10-Q", accession: "b", periodEnd: "2024-03-31" },
      { form: "8-K/A", accession: "c", periodEnd: null, items: ["5.02"] },
    ]);
  });

  it("are undefined if the list has no column for them", () => {
    expect(bodiesOf(columns).map((b) => b.items)).toEqual([undefined, undefined, undefined]);
  });

  it("are refused if their column is shorter than the others", () => {
    expect(() => bodiesOf({ ...columns, items: ["4.02"] })).toThrow(/different lengths/);
  });

  itWithSharedData("are read from Tesla's published list", (folder) => {
    const bytes = readFileSync(path.join(folder, "sec/submissions/TSLA_1318605.json"));
    const found = submissions.parse({ name: "TSLA_1318605.json", bytes }).records.map((r) => r.body as FiledReport);
    expect(found.find((b) => b.accession === "0001564590-22-034639")).toMatchObject({ form: "8-K", items: ["2.02", "9.01"] });
  });
});
