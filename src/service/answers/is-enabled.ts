import { isOnByDefault, type PublisherSource } from "../records/attribution";
import type { Context } from "./context";

/** True if the operator has turned this publisher on, or, without a decision of theirs, if its terms let it be on. */
export const isEnabled = ({ store }: Pick<Context, "store">, publisher: PublisherSource): boolean =>
  store.feeds.decision(publisher)?.enabled ?? isOnByDefault(publisher);
