import { useCallback, useEffect, useRef, useState } from "preact/hooks";
import { ConnectionBadge } from "./connection/connection-badge";
import { ServiceStopped } from "./connection/service-stopped";
import { useConnectionLine } from "./connection/use-connection-line";
import { FirstRunCard } from "./first-run/first-run-card";
import { useFirstRun } from "./first-run/use-first-run";
import { firstTab } from "./first-tab";
import type { PaneHost } from "./pane-host";
import { useStatusLine } from "./frame/use-status-line";
import { PaneFrame } from "./frame/pane-frame";
import { AsOfNotice } from "./notices/as-of-notice";
import type { PaneView, TabId } from "./pane-view";
import { paneWords } from "./pane-words";
import { TABS } from "./tabs";
import { bookOpen, type BookOpen } from "./per-book";
import { PaneTemplates } from "./templates/pane-templates";
import { useChanges } from "./hooks/use-changes";

/** The last shown tab of this page; a pane that is mounted again shows it. */
let last: TabId | undefined;

/** The pane: a heading, the tabs, and a status line at the bottom. */
export function Pane({ host }: { readonly host: PaneHost }) {
  useChanges(host);
  const open = bookOpen(host);
  const [{ id: selected, what, of }, go] = useState<{ readonly id: TabId; readonly what?: string | undefined; readonly of?: BookOpen }>({
    id: last ?? "account",
  });
  const chosen = useRef(last !== undefined);
  const { status, say } = useStatusLine();
  // A message about another book.
  useEffect(() => say(""), [open]);
  const firstRun = useFirstRun(host, say);
  const show = useCallback((id: PaneView, handed?: string) => {
    if (id === "first-run") return firstRun.open();
    chosen.current = true;
    last = id;
    go({ id, what: handed, of: bookOpen(host) });
  }, []);
  const { kind } = host.connection();
  const before = useRef<typeof kind>("loading");
  useEffect(() => {
    const first = chosen.current ? undefined : firstTab(kind, before.current);
    before.current = kind;
    if (first) go({ id: first });
  }, [kind]);
  useEffect(() => host.onShow?.(show), [host, show]);
  const line = useConnectionLine(host);
  const tab = TABS.find((t) => t.id === selected) ?? TABS[0];
  if (!tab) return null;
  const Body = tab.body;
  const problem = host.asOfProblem();
  // The bar of the workbench has the state and the templates.
  const inWorkbench = host.environment() === "workbench";
  const isSample = line.kind === "sample" || line.kind === "partly_sample";
  const head = (
    <>
      <div class="brand">
        <img src="assets/icon-40.png" alt="" width={20} height={20} />
        <h1>SERVICE</h1>
        {!inWorkbench && <ConnectionBadge line={line} press={() => show(isSample ? "first-run" : "account")} />}
        {!inWorkbench && <PaneTemplates host={host} say={say} />}
      </div>
      {host.environment() === "browser" && (
        <p class="note" role="note">
          Preview in a browser, without a workbook. You can set up the key; formulas need Excel or the <a href="workbench.html">workbench</a>, a spreadsheet in
          this browser.
        </p>
      )}
      <ServiceStopped host={host} say={say} />
      <AsOfNotice asOf={host.asOf()} problem={problem && paneWords(problem)} change={() => show("settings")} />
    </>
  );
  return (
    <PaneFrame head={head} tabs={TABS} selected={tab.id} select={show} status={status}>
      {firstRun.isOpen && (
        <FirstRunCard
          host={host}
          say={say}
          focus={firstRun.isAsked}
          close={firstRun.close}
          find={() => {
            firstRun.close();
            show("build");
            // Build draws its search first.
            setTimeout(() => document.getElementById("build-search")?.focus(), 0);
          }}
        />
      )}
      <Body key={open} host={host} say={say} show={show} handed={of === open ? what : undefined} />
    </PaneFrame>
  );
}
