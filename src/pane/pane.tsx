import { useRef } from "preact/hooks";
import { ConnectionBadge } from "./connection/connection-badge";
import { ServiceStopped } from "./connection/service-stopped";
import { useConnectionLine } from "./connection/connection-line";
import { FirstRunCard, useFirstRun } from "./first-run/first-run-card";
import type { PaneHost } from "./pane-host";
import { PaneFrame } from "./frame/pane-frame";
import { useHeldUp } from "./frame/use-held-up";
import { AsOfNotice } from "./notices/as-of-notice";
import { TABS } from "./tabs";
import { PaneTemplates } from "./templates/pane-templates";
import { usePane } from "./use-pane";

/** The pane: a heading, the tabs, and a status line at the bottom. */
export function Pane({ host }: { readonly host: PaneHost }) {
  const openFirstRun = useRef<() => void>(() => undefined);
  const { tab, status, open, say, show, handed } = usePane(host, TABS, openFirstRun);
  const firstRun = useFirstRun(host, say);
  openFirstRun.current = firstRun.open;
  const line = useConnectionLine(host);
  const held = useHeldUp(host.workbook());
  if (!tab) return null;
  const Body = tab.body;
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
      <AsOfNotice host={host} change={() => show("settings")} />
    </>
  );
  return (
    <PaneFrame head={head} tabs={TABS} selected={tab.id} select={show} status={[status, held].filter(Boolean).join(" ")}>
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
      <Body key={open} host={host} say={say} show={show} handed={handed} />
    </PaneFrame>
  );
}
