import { render } from "preact";
import { runScript } from "./run-script";
import { Sidebar } from "./sidebar-view";

const element = document.getElementById("sidebar");
if (element) render(<Sidebar run={runScript} first={element.dataset.tab} />, element);
