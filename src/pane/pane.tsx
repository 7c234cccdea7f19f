import { useCallback, useEffect, useRef, useState } from "preact/hooks";
import { firstTab } from "./first-tab";
import type { PaneHost } from "./pane-host";
import { useStatusLine } from "./frame/use-status-line";
import { PaneFrame } from "./frame/pane-frame";
import { AsOfNotice } from "./notices/as-of-notice";
import type { TabId } from "./tab";
import { paneWords } from "./pane-words";
import { TABS } from "./tabs";
import { useChanges } from "./hooks/use-changes";

/** The last shown tab of this page; a pane that is mounted again shows it. */
let last: TabId | undefined;

/** The pane: a heading, the tabs, and a status line at the bottom. */
export function Pane({ host }: { readonly host: PaneHost }) {
  useChanges(host);
  const [{ id: selected, what }, go] = useState<{ readonly id: TabId; readonly what?: string | undefined }>({ id: last ?? "account" });
  const chosen = useRef(last !== undefined);
  const show = useCallback((id: TabId, handed?: string) => {
    chosen.current = true;
    last = id;
    go({ id, what: handed });
  }, []);
  const { kind } = host.connection();
  const before = useRef<typeof kind>("loading");
  useEffect(() => {
    const first = chosen.current ? undefined : firstTab(kind, before.current);
    before.current = kind;
    if (first) go({ id: first });
  }, [kind]);
  const { status, say } = useStatusLine();
  const tab = TABS.find((t) => t.id === selected) ?? TABS[0];
  if (!tab) return null;
  const Body = tab.body;
  const problem = host.asOfProblem();
  const head = (
    <>
      <div class="brand">
        <img src="assets/icon-40.png" alt="" width={20} height={20} />
        <h1>SERVICE</h1>
      </div>
      {host.environment() === "browser" && (
        <p class="note" role="note">
          Preview in a browser, without a workbook. You can set up the key; formulas need Excel or the <a href="workbench.html">workbench</a>, a spreadsheet in
          this browser.
        </p>
      )}
      <AsOfNotice asOf={host.asOf()} problem={problem && paneWords(problem)} change={() => show("settings")} />
    </>
  );
  return (
    <PaneFrame head={head} tabs={TABS} selected={tab.id} select={show} status={status}>
      <Body host={host} say={say} show={show} handed={what} />
    </PaneFrame>
  );
}
