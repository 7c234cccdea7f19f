import { mountPane } from "../../pane/mount-pane";
import { refresherOf } from "../../pane/refresh/refresher";
import { createPaneHost } from "./excel-pane-host";
import { associateRefresh } from "./ribbon-refresh";
import { runtime } from "./runtime";

/* Entry of the pane. The shared runtime loads the page hidden, so the pane may be drawn long before it is visible. */
const host = createPaneHost(runtime);

const associate = () => {
  if (host.environment() === "excel") associateRefresh(() => refresherOf(host).start("workbook"));
};
runtime.onEnvironment(associate);
associate();

const element = document.getElementById("pane");
if (element) mountPane(element, host);
