import { render } from "preact";
import { installWords } from "../../../pane/pane-words";
import { inSheets } from "../../../workbook/sheets-calls";
import { keyTestWords, sheetsWords } from "../words";
import { createScript } from "./run-script";
import { Sidebar } from "./sidebar-view";

installWords({ failures: sheetsWords, keyTests: keyTestWords, written: inSheets });
const element = document.getElementById("sidebar");
if (element) render(<Sidebar script={createScript()} first={element.dataset.tab} />, element);
