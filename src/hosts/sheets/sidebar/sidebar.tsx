import { render } from "preact";
import { createScript } from "./run-script";
import { Sidebar } from "./sidebar-view";

const element = document.getElementById("sidebar");
if (element) render(<Sidebar script={createScript()} first={element.dataset.tab} />, element);
