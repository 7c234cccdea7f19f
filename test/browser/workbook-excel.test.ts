import { excelUnderTest } from "../conformance/excel-under-test";
import { describeWorkbook } from "../conformance/workbook";
import { keptExcel } from "./kept-excel";

const kept = keptExcel();

describeWorkbook("Excel's workbook, through office.js", async () => excelUnderTest(await kept()), {
  "writing filtered rows": "Excel writes a block into the visible rows only, so it is refused: test/browser/excel-limits.test.ts shows that",
});
