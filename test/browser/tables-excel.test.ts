import { describeBlocks } from "../conformance/blocks";
import { excelUnderTest } from "../conformance/excel-under-test";
import { keptPage } from "../conformance/kept-page";
import { openExcel } from "./excel-host";

const kept = keptPage({
  open: openExcel,
  renew: async (excel) => excel.newBook(),
  check: (excel) => excel.check(),
});

describeBlocks("Excel's workbook", async () => excelUnderTest(await kept()), { hasProtection: true, hasTables: true });
