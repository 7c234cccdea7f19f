import { mountPane } from "../../pane/mount-pane";
import { refresherOf } from "../../pane/refresh/refresher";
import { calculateWaitingCells } from "./calculate-cells";
import { createPaneHost } from "./excel-pane-host";
import { followOfficeTheme } from "./office-theme";
import { followTabKey } from "./pane-keys";
import { runtime } from "./runtime";

/** Connects the ribbon's *Refresh*. Excel keeps the button busy until `completed` is called, even after a failure. */
function associateRefresh(refresh: () => Promise<unknown>): void {
  if (typeof Office === "undefined" || !(Office as { actions?: unknown }).actions) return;
  Office.actions.associate("refresh", (event: Office.AddinCommands.Event) => {
    // The pane shows failures.
    refresh()
      .catch(() => undefined)
      .finally(() => event.completed());
  });
}

/* Entry of the pane. The shared runtime loads the page hidden, so the pane may be drawn long before it is visible. */
const host = createPaneHost(runtime);
runtime.calculateWaitingWith(async (addresses) => {
  const workbook = host.workbook();
  if (workbook) await calculateWaitingCells(addresses, workbook.recalculate);
});

const associate = () => {
  if (host.environment() !== "excel") return;
  associateRefresh(() => refresherOf(host).start("workbook"));
  followOfficeTheme();
  followTabKey();
  // If Excel does not say which it has, formulas are copied with commas, as they are shown.
  void import("./separators").then(({ followSeparators }) => followSeparators()).catch(() => undefined);
};
runtime.onEnvironment(associate);
associate();

const element = document.getElementById("pane");
if (element) mountPane(element, host);
