import { mountPane } from "../../pane/mount-pane";
import { takePaneHost } from "./pane-slot";
import { withOwnTypes } from "./with-own-types";

/* The pane's page in the workbench: the same pane as in Excel, over the workbook of the page around it. */
const element = document.getElementById("pane");
const host = takePaneHost(window.parent);
if (element && host) mountPane(element, withOwnTypes(host));
else if (element) element.textContent = "This page is the pane of the workbench. Open /workbench instead.";
