import { render } from "preact";
import { useCallback, useState } from "preact/hooks";
import { createPaneServices } from "../../../src/web-page/pane-services";
import { createPageRuntime } from "../../../src/web-page/runtime";
import { FormulaTab } from "../../../src/pane/formula/formula-tab";
import { InspectTab } from "../../../src/pane/inspect/inspect-tab";
import type { PaneHost } from "../../../src/pane/pane-host";
import type { PaneView, TabId } from "../../../src/pane/pane-view";
import { useChanges } from "../../../src/pane/hooks/use-changes";
import { inMemoryWorkbook } from "../../unit/pane/in-memory-workbook";

/* One tab of the pane over a workbook in memory and the real service. The address names the tab and what is missing. */
const asked = new URLSearchParams(location.search);
const runtime = createPageRuntime([], () => undefined);
const services = createPaneServices(runtime);
const workbook = inMemoryWorkbook(runtime.client, runtime.callLog);
const host: PaneHost = { ...services, environment: () => "workbench", workbook: () => (asked.has("no-workbook") ? undefined : workbook) };
const page = window as unknown as { workbook: typeof workbook; stats: () => unknown };
page.workbook = workbook;
page.stats = host.stats;

function Page() {
  useChanges(host);
  const [{ id, what }, go] = useState<{ id: TabId; what?: string | undefined }>({ id: (asked.get("tab") ?? "build") as TabId });
  const [said, say] = useState("");
  const show = useCallback((next: PaneView, handed?: string) => next !== "first-run" && go({ id: next, what: handed }), []);
  const props = { host, say, show, handed: what };
  return (
    <>
      <header class="top">
        <h1>SERVICE</h1>
      </header>
      <main>
        {id === "build" ? <FormulaTab {...props} /> : id === "inspect" ? <InspectTab {...props} /> : <p>{`The tab ${id}`}</p>}
        <button type="button" id="other" onClick={() => go({ id: id === "build" ? "inspect" : "build" })}>
          The other tab
        </button>
      </main>
      <p class="said" role="status" aria-live="polite">
        {said}
      </p>
    </>
  );
}

const root = document.getElementById("pane");
if (root) render(<Page />, root);
void runtime.connection.start();
