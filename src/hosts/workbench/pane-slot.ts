import type { PaneHost } from "../../pane/pane-host";

/** How the workbench hands the pane's host to the pane in its frame: registered symbols are the same in every frame of an origin. */
const SLOT = Symbol.for("service.workbench-pane-host");
type Page = { [SLOT]?: PaneHost };

export const offerPaneHost = (host: PaneHost): void => {
  (globalThis as Page)[SLOT] = host;
};

/** The host that this page's frame offers; undefined where the page stands alone. */
export function takePaneHost(frame: Window): PaneHost | undefined {
  try {
    return (frame as unknown as Page)[SLOT];
  } catch {
    return undefined;
  }
}
