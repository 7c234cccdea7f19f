import { render } from "preact";
import { Page } from "./page";
import { createScreenerHost } from "./screener-host";

const root = document.getElementById("screener");
if (root) render(<Page host={createScreenerHost()} />, root);
