import { excelUnderTest } from "../conformance/excel-under-test";
import { describeWorkbook } from "../conformance/workbook";
import { stage } from "./stage";

const at = stage();
beforeEach(() => {
  at.service.switches.localKey = true;
});

describeWorkbook("Excel's workbook, through office.js", async () => excelUnderTest(await at.excel(), at.service));
