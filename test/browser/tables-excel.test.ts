import { describeBlocks } from "../conformance/blocks";
import { excelUnderTest } from "../conformance/excel-under-test";
import { keptExcel } from "./kept-excel";

const kept = keptExcel();

describeBlocks("Excel's workbook", async () => excelUnderTest(await kept()), { hasProtection: true, hasTables: true });
