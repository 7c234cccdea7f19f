import type { ConnectionState } from "./pane-host";
import type { TabId } from "./tab";

/**
 * The tab to show before the user selects one: Account until there is a key, because nothing else works without it, else Build. `before` is the tab shown so
 * far: a user who has just saved a key stays in Account.
 */
export function firstTab(kind: ConnectionState["kind"], before: ConnectionState["kind"]): TabId | undefined {
  if (kind !== "connected") return "account";
  return before === "loading" ? "build" : undefined;
}
