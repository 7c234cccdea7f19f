import { mountPane } from "../../../pane/mount-pane";
import { keepFocusOutside, joinRegions } from "./pane-region";
import { PANE_HOST } from "../slots";
import { withOwnTypes } from "./with-own-types";

/* The pane's page in the workbench: the same pane as in Excel, with the workbook of the parent page. */
const element = document.getElementById("pane");
const host = PANE_HOST.take(window.parent);
if (element && host) {
  keepFocusOutside();
  joinRegions(window.parent);
  mountPane(element, withOwnTypes(host));
} else if (element) element.textContent = "This page is the pane of the workbench. Open /workbench instead.";
