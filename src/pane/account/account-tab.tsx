import { useEffect, useRef, useState } from "preact/hooks";
import { Activity } from "./activity";
import type { Checked } from "./check-service";
import { ConnectionForm } from "./connection-form";
import { ExampleFormulas } from "./example-formulas";
import { Families } from "./families";
import { KeyInUse } from "./key-in-use";
import { OwnersKey } from "./owners-key";
import { PlanAndQuota } from "./plan-and-quota";
import { Alert } from "../notices/alert";
import { Notice } from "../notices/notice";
import { keyTestWords } from "../pane-words";
import type { TabProps } from "../tab";

/** Account tab: the connection and, once connected, plan, quotas, savings, failures and data sources. */
export function AccountTab({ host, say, show }: TabProps) {
  const state = host.connection();
  const [checked, setChecked] = useState<Checked | undefined>();
  const [changing, setChanging] = useState(false);
  const [testing, setTesting] = useState(false);
  /** The result for another key, which is not saved. */
  const [trial, setTrial] = useState<Checked | undefined>();
  /** True after a key was saved here. */
  const [isNew, setIsNew] = useState(false);
  /** Why a removed key is still on this device. */
  const [left, setLeft] = useState<string | undefined>();
  const connectedTo = state.kind === "connected" ? `${state.place} ${state.baseUrl}` : undefined;

  const retest = async () => {
    if (testing) return;
    setTesting(true);
    const now = await host.checkCurrent();
    setTesting(false);
    setChecked(now);
    say(now.ok ? "The service accepts the key." : "Tested again. It failed again.");
  };
  useEffect(() => {
    if (!connectedTo) return setChecked(undefined);
    let over = false;
    void host.checkCurrent().then((now) => {
      if (!over) setChecked(now);
    });
    return () => {
      over = true;
    };
  }, [host, connectedTo]);

  // Saving or removing the key removes the focused element, so the focus moves to the heading.
  const heading = useRef<HTMLHeadingElement>(null);
  const previous = useRef(state.kind);
  useEffect(() => {
    if (previous.current !== "loading" && document.activeElement === document.body) heading.current?.focus();
    previous.current = state.kind;
  }, [state.kind, changing]);

  const accepted = trial ?? (state.kind === "connected" ? checked : undefined);
  const connected = (now: Checked) => {
    setChecked(now);
    setTrial(undefined);
    setIsNew(true);
    setChanging(false);
    setLeft(undefined);
  };

  return (
    <>
      {state.kind !== "connected" && (
        <section aria-labelledby="begin">
          <h2 id="begin">Market data in your cells</h2>
          <p>Rates, macro, filings and positioning by formula, with unit, date and source. A missing value shows its reason, never 0.</p>
          <ExampleFormulas say={say} />
        </section>
      )}
      <section aria-labelledby="connection">
        <h2 id="connection" ref={heading} tabIndex={-1}>
          Connection
        </h2>
        {state.kind === "loading" && <p class="quiet">Checking this device for a saved key…</p>}
        {state.kind === "none" && host.builtFor !== "" && <p>Enter your API key to start; a free one is enough. It is tested before it is saved.</p>}
        {host.spreadsheet && <OwnersKey isBuilt={host.builtFor !== ""} isNew={isNew && state.kind === "connected" && !changing} show={show} />}
        {state.kind === "connected" && !changing && (
          <KeyInUse host={host} baseUrl={state.baseUrl} place={state.place} say={say} left={setLeft} change={() => setChanging(true)} />
        )}
        <Alert message={left} />
        {host.builtFor !== "" && (state.kind === "none" || (state.kind === "connected" && changing)) && (
          <ConnectionForm
            host={host}
            say={say}
            connected={connected}
            {...(host.spreadsheet ? { tested: setTrial } : {})}
            {...(state.kind === "connected" ? { cancel: () => (setTrial(undefined), setChanging(false)) } : {})}
          />
        )}
        {state.kind === "connected" && checked && !checked.ok && (
          <Notice kind="problem" button={testing ? "Testing…" : "Test again"} busy={testing} act={() => void retest()}>
            {keyTestWords(checked.failure)}
          </Notice>
        )}
      </section>
      {accepted?.ok && <PlanAndQuota status={accepted.status} latest={host.quota()} />}
      {!host.spreadsheet && (state.kind === "connected" || host.failures().length > 0) && <Activity host={host} say={say} />}
      {state.kind === "connected" && checked?.ok && <Families status={checked.status} firstSteps={!host.spreadsheet} />}
      {!host.spreadsheet && (
        <p class="account-links quiet">
          <button type="button" class="link" onClick={() => show("first-run")}>
            First steps
          </button>
          <a href="help.html" target="_blank" rel="noreferrer">
            All functions
          </a>
          <a href="support.html" target="_blank" rel="noreferrer">
            Support
          </a>
          <a href="privacy.html" target="_blank" rel="noreferrer">
            Privacy
          </a>
        </p>
      )}
    </>
  );
}
