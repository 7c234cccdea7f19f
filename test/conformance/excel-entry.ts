import { excelWorkbook } from "../../src/hosts/excel/excel-workbook";

/* Evaluated in the pane's frame, where the adapter finds office.js. */
(globalThis as unknown as Record<symbol, unknown>)[Symbol.for("service.workbook-under-test")] = excelWorkbook;
