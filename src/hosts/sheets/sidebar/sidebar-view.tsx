import { useCallback, useEffect, useRef, useState } from "preact/hooks";
import { useChanges } from "../../../pane/hooks/use-changes";
import { AsOfNotice } from "../../../pane/notices/as-of-notice";
import { useStatusLine } from "../../../pane/frame/use-status-line";
import { ConnectionBadge } from "../../../pane/connection/connection-badge";
import { createWork } from "../../../pane/work/work";
import { PaneFrame } from "../../../pane/frame/pane-frame";
import type { Account, AsOfChange, Copied, RefreshResult } from "../sidebar-calls";
import { CopyView } from "./copy-view";
import { createInsertMemory } from "./insert-memory";
import { onReturn } from "./on-return";
import { InsertView } from "./insert-view";
import { KeyView } from "./key-view";
import { RefreshView } from "./refresh-view";
import type { Script } from "./run-script";
import { createScriptTables } from "./script-tables";
import { SourcesView } from "./sources-view";
import type { Known, ViewId, ViewProps } from "./view";
import { sidebarLine } from "./sidebar-line";
import { wordsOf } from "./words-of";

const TABS: readonly { readonly id: ViewId; readonly label: string }[] = [
  { id: "insert", label: "Insert" },
  { id: "sources", label: "Sources" },
  { id: "refresh", label: "Refresh" },
  { id: "copy", label: "Copy" },
  { id: "key", label: "Key" },
];

/** State that survives a change of tab: the form and running work. */
const createMemory = () => ({ insert: createInsertMemory(), refresh: createWork<RefreshResult>(), copy: createWork<Copied>(), asOf: createWork<AsOfChange>() });

/** The sidebar: its tabs and a status line. Opens at Key if there is no key, unless `first` names a tab. */
export function Sidebar({ script, first }: { readonly script: Script; readonly first: string | undefined }) {
  useChanges(script);
  const { run } = script;
  const asOf = script.asOf();
  const opened = TABS.find(({ id }) => id === first)?.id;
  const [view, setView] = useState<ViewId>(opened ?? "insert");
  const [known, setKnown] = useState<Known>({});
  const [memory] = useState(createMemory);
  const [tables] = useState(() => createScriptTables(run));
  const { status, say } = useStatusLine();
  const chosen = useRef(opened !== undefined);
  const show = useCallback((id: ViewId) => {
    chosen.current = true;
    setView(id);
  }, []);
  const setAccount = useCallback((account: Account) => setKnown({ account }), []);
  const load = useCallback(async () => {
    setKnown({});
    try {
      const account = await run("account");
      setAccount(account);
      const busy = chosen.current || memory.insert.form !== undefined || memory.insert.query !== "";
      if (!account.hasKey && !busy) setView("key");
    } catch (e) {
      setKnown({ problem: wordsOf(e) });
    }
  }, [run]);
  useEffect(() => void load(), [load]);
  // The day may have been set in the menu or by another user. Without a reply, the last known one stays.
  useEffect(() => onReturn(() => void run("asOf").catch(() => undefined)), [run]);

  const line = sidebarLine(known.account, script.tested());
  const props: ViewProps = { run, known, asOf, say, show };
  const head = (
    <>
      <h1 class="only-read-out">SERVICE</h1>
      {line && <ConnectionBadge line={line} press={() => show("key")} />}
      <AsOfNotice asOf={asOf} problem={script.asOfProblem()} change={() => show("refresh")} />
    </>
  );
  return (
    <PaneFrame head={head} tabs={TABS} selected={view} select={show} status={status}>
      {view === "insert" && <InsertView {...props} memory={memory.insert} tables={tables} />}
      {view === "sources" && <SourcesView {...props} />}
      {view === "refresh" && <RefreshView {...props} work={memory.refresh} setting={memory.asOf} tables={tables} />}
      {view === "copy" && <CopyView {...props} work={memory.copy} />}
      {view === "key" && <KeyView {...props} setAccount={setAccount} reload={() => void load()} />}
    </PaneFrame>
  );
}
