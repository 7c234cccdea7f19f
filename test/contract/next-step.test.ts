import path from "node:path";
import { itWithSharedData } from "../shared-data";
import { dataBench } from "./data-bench";

const bench = dataBench(Date.UTC(2026, 10, 20, 12));
const last = async (...argv: string[]): Promise<string | undefined> => (await bench.run(["import", ...argv])).out.split("\n").pop();

describe("the suggested formula after an import", () => {
  itWithSharedData("has --as-of with the file's last day if the cell has no value as of today", async (folder) => {
    const said = await last("house", path.join(folder, "house_ptr/PTR_sample2.txt"));
    expect(said).toBe(`Next, type: npm run -s eval -- '=SERVICE("AMD","congress.count")' --as-of 2025-01-27`);
  });

  itWithSharedData("is replaced by the status command if no cell shows a value of the file", async (folder) => {
    const file = path.join(folder, "sec/company_tickers.json");
    const { out } = await bench.run(["import", "sec", file]);
    expect(out.split("\n").pop()).toBe("Next, type: npm run -s data -- status");
    // Names have no observation date, so no dates are printed.
    expect(out).toMatch(/company_tickers\.json: .*, [\d,]+ names\.$/m);
    expect((await bench.run(["status"])).out).toMatch(/^filer +\d+ +–$/m);
  });
});
