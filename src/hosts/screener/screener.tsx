import { render } from "preact";
import { ScreenerPage } from "./page";
import { createScreenerHost } from "./screener-host";

const root = document.getElementById("screener");
if (root) render(<ScreenerPage host={createScreenerHost()} />, root);
