import { excelUnderTest } from "../conformance/excel-under-test";
import { keptPage } from "../conformance/kept-page";
import { describeWorkbook } from "../conformance/workbook";
import { openExcel } from "./excel-host";

const kept = keptPage({
  open: openExcel,
  renew: async (excel) => excel.newBook(),
  check: (excel) => excel.check(),
});

describeWorkbook("Excel's workbook, through office.js", async () => excelUnderTest(await kept()), {
  "writing filtered rows": "Excel writes a block into the visible rows only, so it is refused: test/browser/excel-limits.test.ts shows that",
});
