import { useEffect } from "preact/hooks";
import { TableList } from "../../../pane/tables/table-list";
import type { ScriptTables } from "./script-tables";
import { useChanges } from "../../../pane/hooks/use-changes";
import { ProgressBar } from "../../../pane/work/progress-bar";
import type { Work } from "../../../pane/work/work";
import type { AsOfChange, RefreshResult, RefreshScope } from "../sidebar-calls";
import { AsOfView } from "./as-of-view";
import { NoKey } from "./no-key";
import { ScheduleView } from "./schedule-view";
import { TroublesList } from "./troubles-list";
import type { ViewProps } from "./view";

const CLOCK = { now: () => Date.now() };

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
      <TroublesList troubles={result.troubles} unit="cell" />
    </section>
  );
}

interface RefreshViewProps extends ViewProps {
  readonly work: Work<RefreshResult>;
  readonly setting: Work<AsOfChange>;
  readonly tables: ScriptTables;
}

/** Refreshes by hand or on a schedule, as of now or a past day, and shows the result. A refresh continues when another tab is shown. */
export function RefreshView({ run, known, asOf, say, show, work, setting, tables }: RefreshViewProps) {
  // A list that could not be read is as it was; the tab Insert says why.
  useEffect(() => void tables.load(), [tables]);
  useChanges(setting);
  const blocked = setting.state().phase === "working";
  useChanges(work);
  const state = work.state();
  const working = state.phase === "working";
  const start = async (scope: RefreshScope, words: string) => {
    if (working || blocked) return;
    say(`${words}.`);
    const ended = await work.start(words, () => run("refresh", scope));
    if (ended?.kind === "done") say(ended.result.summary);
    else if (ended?.kind === "failed") say(ended.message);
  };
  return (
    <>
      <section aria-labelledby="refresh-title">
        <h2 id="refresh-title">Refresh</h2>
        <p>{asOf === undefined ? "Gets the latest values." : "Gets the values of this day again."} Cells keep their value until then.</p>
        {known.account && !known.account.hasKey ? (
          <NoKey show={show} effect="Refreshing and setting a day need one" />
        ) : (
          <>
            <div class="sidebar-stack">
              {SCOPES.map(({ scope, label, working: words }) => (
                <button
                  key={scope}
                  type="button"
                  class={scope === "sheet" ? "primary" : ""}
                  aria-disabled={working || blocked}
                  onClick={() => void start(scope, words)}
                >
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
      <TableList tables={tables} asOf={asOf} clock={CLOCK} say={say} />
      {known.account?.hasKey !== false && <AsOfView run={run} asOf={asOf} say={say} work={setting} blocked={working} />}
      <ScheduleView run={run} say={say} />
    </>
  );
}
