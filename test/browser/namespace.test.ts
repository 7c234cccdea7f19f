import { readFileSync } from "node:fs";
import path from "node:path";
import { withNamespace } from "../../src/commands/manifest/host-manifest";
import { ROOT } from "../../src/commands/io";
import { stage } from "./stage";

/* The add-in loaded by the manifest with a namespace: office.js calls its functions by ids without the prefix. */

const at = stage();
beforeEach(() => {
  at.service.switches.localKey = true;
});
const manifest = withNamespace(readFileSync(path.join(ROOT, "manifest.xml"), "utf8"));

it("SERVICE.X calculates in cells, and a bare SERVICE is unknown", async () => {
  const excel = await at.excel({ manifest });
  excel.workbook.sheets.Sheet1 = {
    A1: { formula: '=SERVICE.FREDH("DGS10","2024-06-25")', value: 0 },
    A2: { formula: '=SERVICE.GET("NVDA","SHORT.SOURCE")', value: 0 },
    A3: { formula: '=SERVICE("NVDA","SHORT.SOURCE")', value: 0 },
    A4: { formula: '=FREDH("DGS10","2024-06-25")', value: 0 },
  };
  excel.workbook.typed("Sheet1", "A1", "A2", "A3", "A4");
  await excel.settled();
  const values = ["A1", "A2", "A3", "A4"].map((cell) => excel.workbook.sheets.Sheet1?.[cell]?.value);
  expect(values).toEqual([expect.any(Number), "proxy statement affiliates", "#NAME?", "#NAME?"]);
});
