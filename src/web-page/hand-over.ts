import type { PaneServices } from "./pane-services";

/** A place in which a bundle leaves a value for another one. Registered symbols are equal in every bundle of a page, and in every frame of an origin. */
export function slotOf<T>(name: string) {
  const key = Symbol.for(name);
  return {
    offer: (value: T): void => void Object.assign(globalThis, { [key]: value }),
    /** The value left in this window, or in another one; undefined if there is none. */
    take: (from: object = globalThis): T | undefined => {
      try {
        return (from as Readonly<Record<symbol, T | undefined>>)[key];
      } catch {
        // A window of another origin.
        return undefined;
      }
    },
  };
}

/** Services of the functions bundle, which owns the runtime, for a pane of another bundle in the same page. They do not expose the key. */
export const PANE_SERVICES = slotOf<PaneServices>("service.pane-services");
