import type { PaneHost } from "../../pane/pane-host";

/** Passes the pane's host to the pane in its frame. Registered symbols are equal in every frame of an origin. */
const SLOT = Symbol.for("service.workbench-pane-host");
type Page = { [SLOT]?: PaneHost };

export const offerPaneHost = (host: PaneHost): void => {
  (globalThis as Page)[SLOT] = host;
};

/** The host offered by this page's parent; undefined if the page is opened alone. */
export function takePaneHost(frame: Window): PaneHost | undefined {
  try {
    return (frame as unknown as Page)[SLOT];
  } catch {
    return undefined;
  }
}
