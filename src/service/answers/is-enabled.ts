import { PUBLISHER_SOURCES, type PublisherSource } from "../records/attribution";
import type { Context } from "./context";

/** True if the operator turned this publisher on. Without a decision, true if its terms allow it to be on by default. */
export const isEnabled = ({ store }: Pick<Context, "store">, publisher: PublisherSource): boolean =>
  store.decisions.of(publisher)?.enabled ?? PUBLISHER_SOURCES[publisher].defaultOn;
