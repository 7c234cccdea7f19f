import { render } from "preact";
import { Pane } from "./pane";
import type { PaneHost } from "./pane-host";

/** Draws the pane into this element and keeps it up to date. */
export const mountPane = (element: Element, host: PaneHost): void => render(<Pane host={host} />, element);
