import type { ConnectionState } from "./pane-host";
import type { TabId } from "./pane-view";

/**
 * The tab to show before the user selects one: Account until there is a key, else Build. `before` is the previous connection: a user who has just saved a
 * key stays in Account.
 */
export function firstTab(kind: ConnectionState["kind"], before: ConnectionState["kind"]): TabId | undefined {
  if (kind !== "connected") return "account";
  return before === "loading" ? "build" : undefined;
}
