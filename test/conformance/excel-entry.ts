import { excelWorkbook } from "../../src/hosts/excel/excel-workbook";

/* Evaluated in the pane's frame, where the adapter talks to the office.js that is there. */
(globalThis as unknown as Record<symbol, unknown>)[Symbol.for("service.workbook-under-test")] = excelWorkbook;
