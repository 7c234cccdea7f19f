import { useCallback, useEffect, useRef, useState } from "preact/hooks";
import { useStatusLine } from "./frame/use-status-line";
import { useChanges } from "./hooks/use-changes";
import type { PaneHost, ConnectionState } from "./pane-host";
import type { PaneView, TabId } from "./pane-view";
import { bookOpen, type BookOpen } from "./per-book";
import type { Tab } from "./tab";

/**
 * The tab to show before the user selects one: Account until there is a key, else Build. `before` is the previous connection: a user who has just saved a
 * key stays in Account.
 */
export function firstTab(kind: ConnectionState["kind"], before: ConnectionState["kind"]): TabId | undefined {
  if (kind !== "connected") return "account";
  return before === "loading" ? "build" : undefined;
}

/** The last shown tab of this page; a pane that is mounted again shows it. */
let last: TabId | undefined;

/**
 * Keeps which tab a pane shows, and what it says.
 *
 * @param openFirstRun opens the card of the first run; missing if there is none
 */
export function usePane(host: PaneHost, tabs: readonly Tab[], openFirstRun?: { current: () => void }) {
  useChanges(host);
  /** The open book; its tab is drawn anew for another one. */
  const open = bookOpen(host);
  const { kind } = host.connection();
  const [{ id: selected, what, of }, go] = useState<{ readonly id: TabId; readonly what?: string | undefined; readonly of?: BookOpen }>({
    id: last ?? firstTab(kind, "loading") ?? "account",
  });
  const chosen = useRef(last !== undefined);
  const { status, say } = useStatusLine();
  // A message about another book.
  useEffect(() => say(""), [open]);
  const show = useCallback((id: PaneView, handed?: string) => {
    if (id === "first-run") return openFirstRun?.current();
    chosen.current = true;
    last = id;
    go({ id, what: handed, of: bookOpen(host) });
  }, []);
  const before = useRef<typeof kind>("loading");
  useEffect(() => {
    const first = chosen.current ? undefined : firstTab(kind, before.current);
    before.current = kind;
    if (first) go({ id: first });
  }, [kind]);
  useEffect(() => host.onShow?.(show), [host, show]);
  return { tab: tabs.find((t) => t.id === selected) ?? tabs[0], status, open, say, show, handed: of === open ? what : undefined };
}
