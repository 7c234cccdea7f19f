import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import { useChanges } from "../hooks/use-changes";
import { Notice } from "../notices/notice";
import { asOfWorkOf } from "../settings/set-as-of";
import type { TabProps } from "../tab";
import type { Tables } from "../tables/tables";
import { TableList } from "../tables/table-list";
import { ProgressBar } from "../work/progress-bar";
import { GOES_ON } from "../work/work";
import type { RefreshResult, RefreshWhat, RefreshByHand } from "./refresh-result";
import { phaseWords, resultWords, SCOPES } from "./refresh-words";

interface ScopeChoiceProps {
  readonly chosen: RefreshWhat;
  readonly choose: (what: RefreshWhat) => void;
  /** True if a spreadsheet's script refreshes, which knows fewer scopes. */
  readonly inScript: boolean;
}

/** The choice of what to refresh. */
function ScopeChoice({ chosen, choose, inScript }: ScopeChoiceProps) {
  return (
    <fieldset class="choices">
      <legend>What to refresh</legend>
      {SCOPES.filter(({ script }) => !inScript || script !== undefined).map(({ what, label, meaning }) => (
        <label key={what} class="choice">
          <input type="radio" name="refresh-what" value={what} checked={chosen === what} onChange={() => choose(what)} />
          <span>
            {label} <span class="quiet">{meaning}</span>
          </span>
        </label>
      ))}
    </fieldset>
  );
}

interface RefreshViewProps extends TabProps {
  readonly refresher: RefreshByHand;
  readonly tables: Tables;
  /** Shows the last result. */
  readonly last: (result: RefreshResult) => ComponentChildren;
  /** The automatic refresh. */
  readonly children: ComponentChildren;
}

/** A refresh by hand with its result, the list of tables, and the automatic refresh. A refresh continues when another tab is shown. */
export function RefreshView({ host, say, show, handed, refresher, tables, last, children }: RefreshViewProps) {
  useChanges(host);
  useChanges(refresher);
  const settingDay = asOfWorkOf(host);
  useChanges(settingDay);
  const [chosen, setChosen] = useState<RefreshWhat>(handed === "problems" ? handed : "workbook");
  const state = refresher.state();
  const inScript = host.spreadsheet !== undefined;
  const running = state.phase !== "idle";
  const blocked = running || settingDay.state().working !== undefined;

  const start = async () => {
    if (blocked) return;
    say("Refreshing.");
    say(resultWords(await refresher.start(chosen)));
  };

  return (
    <>
      <section aria-labelledby="refresh">
        <h2 id="refresh">Refresh</h2>
        <p>{host.asOf() === undefined ? "Gets the latest values." : "Gets the values of this day again."} Cells and tables keep theirs until then.</p>
        {host.connection().kind === "none" ? (
          <Notice button="Add a key in Account" act={() => show("account")}>
            No API key yet. Cells can be refreshed once there is one.
          </Notice>
        ) : (
          <>
            <ScopeChoice chosen={running ? state.what : chosen} choose={setChosen} inScript={inScript} />
            {running && <ProgressBar label={phaseWords(state)} done={state.done} of={state.of} />}
            {running && inScript && <p class="quiet">{GOES_ON}</p>}
            <div class="buttons">
              <button type="button" class="primary" aria-disabled={blocked} onClick={() => void start()}>
                {running ? "Refreshing…" : "Refresh"}
              </button>
              {running && refresher.stop && (
                <button type="button" onClick={() => refresher.stop?.()}>
                  Stop
                </button>
              )}
            </div>
          </>
        )}
      </section>
      {!running && state.last && last(state.last)}
      <TableList tables={tables} host={host} say={say} />
      {children}
    </>
  );
}
