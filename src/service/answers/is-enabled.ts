import type { SourceId } from "../records/attribution";
import type { Context } from "./context";

/** True once the operator has turned this publisher on: for those that stay off until somebody has read their terms. */
export const isEnabled = ({ store }: Pick<Context, "store">, publisher: SourceId): boolean => store.feeds.decision(publisher)?.enabled ?? false;
