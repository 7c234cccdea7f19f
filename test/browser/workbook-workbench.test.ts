import { describeWorkbook } from "../conformance/workbook";
import { workbenchUnderTest } from "../conformance/workbench-under-test";
import { keptWorkbench } from "./kept-workbench";

const { kept } = keptWorkbench();

describeWorkbook("The workbench's workbook, over its grid", async () => workbenchUnderTest(await kept()), {
  protection: "the workbench's grid has no protected sheets",
  throttling: "the grid answers every request",
  "cell editing": "the grid does not stop working while a cell is edited",
  "several areas": "the workbench passes on the area with the active cell only",
  "manual calculation": "the grid always calculates by itself",
  "broken names": "a right name works in the grid at once; test/browser/workbench.test.ts heals the wrong ones",
  "very hidden sheets": "the grid knows hidden sheets of one kind",
  "other windows": "the workbench offers the file for saving, which test/browser/workbench.test.ts shows",
});
