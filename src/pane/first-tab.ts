import type { ConnectionState } from "./pane-host";
import type { TabId } from "./tab";

/**
 * Which tab is shown while nobody has chosen one: Account until there is a key, because nothing else works without, else Build. `before` is what
 * was shown: whoever has just saved a key in Account stays there and sees what it gives.
 */
export function firstTab(kind: ConnectionState["kind"], before: ConnectionState["kind"]): TabId | undefined {
  if (kind !== "connected") return "account";
  return before === "loading" ? "build" : undefined;
}
