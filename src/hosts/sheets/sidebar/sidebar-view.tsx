import { useCallback, useEffect, useRef, useState } from "preact/hooks";
import { useStatusLine } from "../../../pane/frame/use-status-line";
import { createWork } from "../../../pane/work/work";
import { PaneFrame } from "../../../pane/frame/pane-frame";
import type { Account, Copied, RefreshResult } from "../sidebar-calls";
import { CopyView } from "./copy-view";
import { createInsertMemory } from "./insert-memory";
import { InsertView } from "./insert-view";
import { KeyView } from "./key-view";
import { RefreshView } from "./refresh-view";
import type { RunScript } from "./run-script";
import { SourcesView } from "./sources-view";
import type { Known, ViewId, ViewProps } from "./view";
import { wordsOf } from "./words-of";

const TABS: readonly { readonly id: ViewId; readonly label: string }[] = [
  { id: "insert", label: "Insert" },
  { id: "sources", label: "Sources" },
  { id: "refresh", label: "Refresh" },
  { id: "copy", label: "Copy" },
  { id: "key", label: "Key" },
];

/** State that survives a change of tab: the form and running work. */
const createMemory = () => ({ insert: createInsertMemory(), refresh: createWork<RefreshResult>(), copy: createWork<Copied>() });

/** The sidebar: its tabs and a status line. Opens at Key if there is no key, unless `first` names a tab. */
export function Sidebar({ run, first }: { readonly run: RunScript; readonly first: string | undefined }) {
  const opened = TABS.find(({ id }) => id === first)?.id;
  const [view, setView] = useState<ViewId>(opened ?? "insert");
  const [known, setKnown] = useState<Known>({});
  const [memory] = useState(createMemory);
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

  const props: ViewProps = { run, known, say, show };
  return (
    <PaneFrame head={<h1 class="only-read-out">SERVICE</h1>} tabs={TABS} selected={view} select={show} status={status}>
      {view === "insert" && <InsertView {...props} memory={memory.insert} />}
      {view === "sources" && <SourcesView {...props} />}
      {view === "refresh" && <RefreshView {...props} work={memory.refresh} />}
      {view === "copy" && <CopyView {...props} work={memory.copy} />}
      {view === "key" && <KeyView {...props} setAccount={setAccount} reload={() => void load()} />}
    </PaneFrame>
  );
}
