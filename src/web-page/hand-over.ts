import type { PaneServices } from "./pane-services";

/**
 * Passes services from the functions bundle, which owns the runtime, to a pane of another bundle in the same page. Registered symbols are equal in every
 * bundle. The services do not expose the key.
 */
const SLOT = Symbol.for("service.pane-services");
const page = globalThis as { [SLOT]?: PaneServices };

export const offerPaneServices = (services: PaneServices): void => {
  page[SLOT] = services;
};

/** Undefined if the functions bundle has not run in this page. */
export const takePaneServices = (): PaneServices | undefined => page[SLOT];
