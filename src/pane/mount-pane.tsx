import { render } from "preact";
import { Pane } from "./pane";
import type { PaneHost } from "./pane-host";
import { refresherOf } from "./refresh/refresher";

/** Draws the pane into this element and starts the workbook's automatic refresh. */
export function mountPane(element: Element, host: PaneHost): void {
  refresherOf(host);
  render(<Pane host={host} />, element);
}
