import { mountPane } from "../../pane/mount-pane";
import { createPaneHost } from "./excel-pane-host";
import { runtime } from "./runtime";

/* The pane's entry. In the shared runtime the page is loaded hidden, so the pane may be drawn long before anybody sees it. */
const element = document.getElementById("pane");
if (element) mountPane(element, createPaneHost(runtime));
