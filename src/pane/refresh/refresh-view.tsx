import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import { useChanges } from "../hooks/use-changes";
import { RadioChoice } from "../fields/radio-choice";
import { Notice } from "../notices/notice";
import { asOfWorkOf } from "../settings/set-as-of";
import type { TabProps } from "../tab";
import type { Tables } from "../tables/tables";
import { TableList } from "../tables/table-list";
import { ProgressBar } from "../work/progress-bar";
import { GOES_ON } from "../work/work";
import type { RefreshResult, RefreshWhat, RefreshByHand } from "./refresh-result";
import { PHASE_WORDS, resultWords, SCOPES } from "./refresh-words";
import { Button, Section } from "../elements";

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
  // A spreadsheet's script knows fewer.
  const scopes = SCOPES.filter(({ script }) => !inScript || script !== undefined);
  const running = state.phase !== "idle";
  const blocked = running || settingDay.state().working !== undefined;

  const start = async () => {
    if (blocked) return;
    say("Refreshing.");
    say(resultWords(await refresher.start(chosen)));
  };

  return (
    <>
      <Section id="refresh" heading="Refresh">
        <p>{host.asOf() === undefined ? "Gets the latest values." : "Gets the values of this day again."} Cells and tables keep theirs until then.</p>
        {host.connection().kind === "none" ? (
          <Notice button="Add a key in Account" act={() => show("account")}>
            No API key yet. Cells can be refreshed once there is one.
          </Notice>
        ) : (
          <>
            <RadioChoice name="refresh-what" legend="What to refresh" options={scopes} chosen={running ? state.what : chosen} choose={setChosen} />
            {running && <ProgressBar label={PHASE_WORDS[state.phase]} done={state.done} of={state.of} />}
            {running && inScript && <p class="quiet">{GOES_ON}</p>}
            <div class="buttons">
              <Button class="primary" aria-disabled={blocked} words={running ? "Refreshing…" : "Refresh"} act={start} />
              {running && refresher.stop && <Button words="Stop" act={() => refresher.stop?.()} />}
            </div>
          </>
        )}
      </Section>
      {!running && state.last && last(state.last)}
      <TableList tables={tables} host={host} say={say} />
      {children}
    </>
  );
}
