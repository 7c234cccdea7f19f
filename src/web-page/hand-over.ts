import type { PaneServices } from "./pane-services";

/**
 * How the functions' bundle, which owns the one runtime, reaches a pane of another bundle in the same page. Registered symbols are the same in every
 * bundle. What is handed over holds no key.
 */
const SLOT = Symbol.for("service.pane-services");
const page = globalThis as { [SLOT]?: PaneServices };

export const offerPaneServices = (services: PaneServices): void => {
  page[SLOT] = services;
};

/** Undefined where the functions' bundle has not run in this page. */
export const takePaneServices = (): PaneServices | undefined => page[SLOT];
