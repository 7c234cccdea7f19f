import { mountPane } from "../../pane/mount-pane";
import { refresherOf } from "../../pane/refresh/refresher";
import { createPaneHost } from "./excel-pane-host";
import { associateRefresh } from "./ribbon-refresh";
import { runtime } from "./runtime";

/* The pane's entry. In the shared runtime the page is loaded hidden, so the pane may be drawn long before anybody sees it. */
const host = createPaneHost(runtime);
const refresher = refresherOf(host);

const associate = () => {
  if (host.environment() === "excel") associateRefresh(() => refresher.start("workbook"));
};
runtime.onEnvironment(associate);
associate();

const element = document.getElementById("pane");
if (element) mountPane(element, host);
