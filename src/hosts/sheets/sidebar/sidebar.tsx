import { render } from "preact";
import { installWords } from "../../../pane/pane-words";
import { inSheets } from "../../../workbook/formulas/sheets-calls";
import { sheetsKeyTestWords, sheetsWords } from "../words";
import { createScript } from "./run-script";
import { createScriptHost } from "./script-host";
import { SidebarPane } from "./sidebar-pane";
import { SIDEBAR_TABS } from "./tabs";

installWords({ failures: sheetsWords, keyTests: sheetsKeyTestWords, written: inSheets });
const element = document.getElementById("sidebar");
if (element) {
  const { service = "", key, tab } = element.dataset;
  const host = createScriptHost(createScript(), { service, hasKey: key !== undefined, tab: SIDEBAR_TABS.find(({ id }) => id === tab)?.id });
  render(<SidebarPane host={host} />, element);
}
