import { describeBlocks } from "../conformance/blocks";
import { workbenchUnderTest } from "../conformance/workbench-under-test";
import { keptWorkbench } from "./kept-workbench";

const { kept } = keptWorkbench();

describeBlocks("the workbench's workbook", async () => workbenchUnderTest(await kept()), { hasProtection: false, hasTables: false });
