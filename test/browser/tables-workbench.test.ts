import { describeBlocks } from "../conformance/blocks";
import { keptPage } from "../conformance/kept-page";
import { workbenchUnderTest } from "../conformance/workbench-under-test";
import { openWorkbench } from "./workbench";

const kept = keptPage({ open: (browser, service) => openWorkbench(browser, service), renew: (workbench) => workbench.newBook() });

describeBlocks("the workbench's workbook", async () => workbenchUnderTest(await kept()), { hasProtection: false, hasTables: false });
