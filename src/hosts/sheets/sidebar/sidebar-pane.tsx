import { ConnectionBadge } from "../../../pane/connection/connection-badge";
import { useConnectionLine } from "../../../pane/connection/connection-line";
import { PaneFrame } from "../../../pane/frame/pane-frame";
import { AsOfNotice } from "../../../pane/notices/as-of-notice";
import type { PaneHost } from "../../../pane/pane-host";
import { usePane } from "../../../pane/use-pane";
import { SIDEBAR_TABS } from "./tabs";

/** The pane in Google's sidebar, which shows the name above it: a single file without pictures, templates and the card of the first run. */
export function SidebarPane({ host }: { readonly host: PaneHost }) {
  const { tab, status, open, say, show, handed } = usePane(host, SIDEBAR_TABS);
  const line = useConnectionLine(host);
  // The saved key is tested once the sidebar is open.
  const isTested = line.kind !== "connected" || host.dataOrigin.origin() !== undefined;
  if (!tab) return null;
  const Body = tab.body;
  const head = (
    <>
      <h1 class="only-read-out">SERVICE</h1>
      {isTested && <ConnectionBadge line={line} press={() => show("account")} />}
      <AsOfNotice host={host} change={() => show("refresh")} />
    </>
  );
  return (
    <PaneFrame head={head} tabs={SIDEBAR_TABS} selected={tab.id} select={show} status={status}>
      <Body key={open} host={host} say={say} show={show} handed={handed} />
    </PaneFrame>
  );
}
