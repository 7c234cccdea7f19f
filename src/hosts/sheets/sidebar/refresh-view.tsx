import { useChanges } from "../../../pane/hooks/use-changes";
import { counted } from "../../../contract/counted";
import { ProgressBar } from "../../../pane/work/progress-bar";
import type { Work } from "../../../pane/work/work";
import type { RefreshResult, RefreshScope } from "../sidebar-calls";
import { NoKey } from "./no-key";
import { ScheduleView } from "./schedule-view";
import type { ViewProps } from "./view";

const SCOPES: readonly { readonly scope: RefreshScope; readonly label: string; readonly working: string }[] = [
  { scope: "sheet", label: "Refresh this sheet", working: "Refreshing this sheet" },
  { scope: "book", label: "Refresh the whole book", working: "Refreshing the whole book" },
  { scope: "errors", label: "Refresh errors and reasons", working: "Refreshing errors and reasons" },
];

function Result({ result }: { readonly result: RefreshResult }) {
  return (
    <section aria-labelledby="refresh-last">
      <h2 id="refresh-last">Last refresh</h2>
      <p class="refresh-result">{result.summary}</p>
      {result.troubles.length > 0 && (
        <ul class="reasons">
          {result.troubles.map(({ message, cells }) => (
            <li key={message}>
              <strong>{counted(cells, "cell")}</strong>: {message}
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

/** Refreshes by hand or on a schedule, and shows the result. A refresh continues when another tab is shown. */
export function RefreshView({ run, known, say, show, work }: ViewProps & { readonly work: Work<RefreshResult> }) {
  useChanges(work);
  const state = work.state();
  const working = state.phase === "working";
  const start = async (scope: RefreshScope, words: string) => {
    if (working) return;
    say(`${words}.`);
    const ended = await work.start(words, () => run("refresh", scope));
    if (ended?.kind === "done") say(ended.result.summary);
    else if (ended?.kind === "failed") say(ended.message);
  };
  return (
    <>
      <section aria-labelledby="refresh-title">
        <h2 id="refresh-title">Refresh</h2>
        <p>Gets the latest values. Cells keep their value until then.</p>
        {known.account && !known.account.hasKey ? (
          <NoKey show={show} effect="Refreshing needs one" />
        ) : (
          <>
            <div class="sidebar-stack">
              {SCOPES.map(({ scope, label, working: words }) => (
                <button key={scope} type="button" class={scope === "sheet" ? "primary" : ""} aria-disabled={working} onClick={() => void start(scope, words)}>
                  {label}
                </button>
              ))}
            </div>
            <p class="quiet">Errors and reasons are cells that show an error or n/a, on all sheets.</p>
            {working && (
              <>
                <ProgressBar label={state.words} done={state.done} of={state.of} />
                <p class="quiet">You can close this sidebar. The refresh continues at Google, and the cells show the result.</p>
              </>
            )}
          </>
        )}
        {state.phase === "idle" && state.last?.kind === "failed" && <p class="problem">{state.last.message}</p>}
      </section>
      {state.phase === "idle" && state.last?.kind === "done" && <Result result={state.last.result} />}
      <ScheduleView run={run} say={say} />
    </>
  );
}
