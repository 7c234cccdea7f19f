import { useEffect, useRef, useState } from "preact/hooks";
import { counted, withSeparators } from "../../contract/counted";
import { groupedBy } from "../../contract/lists";
import type { Failed } from "../../core/calls/metrics";
import { clockTime } from "../connection/connection-line";
import { CopyButton, FORMULA_COPIED } from "../export/copy-button";
import { FormulaText } from "../formula/formula-text";
import { Notice } from "../notices/notice";
import { PageLink } from "../notices/page-link";
import type { PaneHost } from "../pane-host";
import { keyTestWords, paneWords, typedForm, written } from "../pane-words";
import type { TabProps } from "../tab";
import { diagnosticsText, savingsWords } from "./account-words";
import type { Checked } from "../../core/check-reply";
import { ConnectionForm } from "./connection-form";
import { KeyInUse, OwnersKey } from "./key-in-use";
import { Families, PlanAndQuota } from "./service-status";
import { Alert, Button, Section } from "../elements";

/** Failures by their message, newest first; the message with the newest failure first. */
export const groupFailures = (failures: readonly Failed[]): readonly (readonly [words: string, failures: readonly Failed[]])[] => [
  ...groupedBy(failures, ({ failure }) => paneWords(failure)),
];

/** When calls failed, newest first: one time of day, or the first and the last. */
export function groupTimes(failures: readonly Failed[], now: number): string {
  const [first, last] = [failures.at(-1), failures[0]].map((failed) => clockTime(failed?.at ?? now, now));
  return first === last ? `at ${first}` : `from ${first} to ${last}`;
}

/** Calls listed of each group: enough to see a pattern; the diagnostics hold them all. */
const SHOWN = 20;

/** Calls, requests and savings since the workbook was opened, recent failures, and the diagnostics to send to support. */
function Activity({ host, say }: { readonly host: PaneHost; readonly say: (sentence: string) => void }) {
  const stats = host.stats();
  const failures = host.failures();
  const waiting = stats.queued;
  return (
    <>
      <Section id="saved" heading="Saved by batching and cache">
        {savingsWords(stats).map((sentence) => (
          <p key={sentence}>{sentence}</p>
        ))}
        {stats.retries > 0 && <p class="quiet">{withSeparators(stats.retries)} retried after a lost or broken reply.</p>}
        {waiting > 0 && <p class="quiet">{withSeparators(waiting)} waiting now.</p>}
      </Section>
      <Section id="failures" heading="Recent failures">
        {failures.length === 0 ? (
          <p class="quiet">None since this workbook was opened.</p>
        ) : (
          <ul class="list failures">
            {groupFailures(failures).map(([words, group]) => (
              <li key={words}>
                <p>
                  {group.length > 1 && <strong>{withSeparators(group.length)} × </strong>}
                  {words}
                </p>
                <details open={group.length === 1}>
                  <summary class="quiet">
                    {counted(group.length, "call")} {groupTimes(group, host.now())}
                  </summary>
                  <ul class="list">
                    {group.slice(0, SHOWN).map((f, i) => (
                      <li key={`${f.at} ${f.cell ?? ""} ${i}`} class="quiet">
                        {clockTime(f.at, host.now())} {f.cell ? `${f.cell}: ` : ""}
                        <code>{f.question}</code>
                      </li>
                    ))}
                  </ul>
                  {group.length > SHOWN && <p class="quiet">and {group.length - SHOWN} more; the diagnostics list them all.</p>}
                </details>
              </li>
            ))}
          </ul>
        )}
        <div class="buttons">
          <CopyButton text={() => diagnosticsText(host, navigator.userAgent)} copied="Copied. It lists failed calls and contains no key." say={say}>
            Copy diagnostics
          </CopyButton>
        </div>
      </Section>
    </>
  );
}

const EXAMPLES: readonly (readonly [formula: string, about: string])[] = [
  ['=SERVICE.YIELD("10Y","2024-06-19")', "Treasury yield on a date, in percent"],
  ['=SERVICE.FRED("CPIAUCSL","date")', "Month of the latest price index"],
  ['=SERVICE.SHORTINTEREST("GME","days")', "Days to cover, or why they are unknown"],
];

/** Example formulas, each with a Copy button. */
function ExampleFormulas({ say }: { readonly say: (sentence: string) => void }) {
  return (
    <ul class="list">
      {EXAMPLES.map(([inExcel, about]) => [written(inExcel), about] as const).map(([formula, about]) => (
        <li key={formula} class="split whole">
          <div class="stack close">
            <code>
              <FormulaText text={formula} />
            </code>
            <span class="quiet">{about}</span>
          </div>
          <CopyButton small label={`Copy ${formula}`} text={() => typedForm(formula)} copied={FORMULA_COPIED} say={say}>
            Copy
          </CopyButton>
        </li>
      ))}
    </ul>
  );
}

/** What a test of the current key found. It is tested when it changes, also in another window, and again on request. */
function useChecked({ host, say }: Pick<TabProps, "host" | "say">) {
  const state = host.connection();
  const [checked, setChecked] = useState<Checked | undefined>();
  const [testing, setTesting] = useState(false);
  useEffect(() => {
    if (state.kind !== "connected") return setChecked(undefined);
    let over = false;
    void host.checkCurrent().then((now) => {
      if (!over) setChecked(now);
    });
    return () => {
      over = true;
    };
  }, [host, state]);
  const retest = async () => {
    if (testing) return;
    setTesting(true);
    const now = await host.checkCurrent();
    setTesting(false);
    setChecked(now);
    say(now.ok ? "The service accepts the key." : "Tested again. It failed again.");
  };
  return { checked, setChecked, testing, retest };
}

interface ConnectionSectionProps extends TabProps {
  readonly current: ReturnType<typeof useChecked>;
  /** Called with the result for another key, which is not saved; undefined while it is tested. */
  readonly setTrial: (checked: Checked | undefined) => void;
}

/** The key in use, or the form for one. */
function ConnectionSection({ host, say, show, current: { checked, setChecked, testing, retest }, setTrial }: ConnectionSectionProps) {
  const state = host.connection();
  const isConnected = state.kind === "connected";
  const [changing, setChanging] = useState(false);
  /** True after a key was saved here. */
  const [isNew, setIsNew] = useState(false);
  /** Why a removed key is still on this device. */
  const [left, setLeft] = useState<string | undefined>();

  // Saving or removing the key removes the focused element, so the focus moves to the heading.
  const heading = useRef<HTMLHeadingElement>(null);
  const previous = useRef(state.kind);
  useEffect(() => {
    if (previous.current !== "loading" && document.activeElement === document.body) heading.current?.focus();
    previous.current = state.kind;
  }, [state.kind, changing]);

  const connected = (now: Checked) => {
    setChecked(now);
    setTrial(undefined);
    setIsNew(true);
    setChanging(false);
    setLeft(undefined);
  };
  return (
    <section aria-labelledby="connection">
      <h2 id="connection" ref={heading} tabIndex={-1}>
        Connection
      </h2>
      {state.kind === "loading" && <p class="quiet">Checking this device for a saved key…</p>}
      {state.kind === "none" && host.builtFor !== "" && <p>Enter your API key to start; a free one is enough. It is tested before it is saved.</p>}
      {host.spreadsheet && <OwnersKey isBuilt={host.builtFor !== ""} isNew={isNew && isConnected && !changing} show={show} />}
      {isConnected && !changing && (
        <KeyInUse host={host} baseUrl={state.baseUrl} place={state.place} say={say} left={setLeft} change={() => setChanging(true)} />
      )}
      <Alert message={left} />
      {host.builtFor !== "" && (state.kind === "none" || (isConnected && changing)) && (
        <ConnectionForm
          host={host}
          say={say}
          connected={connected}
          {...(host.spreadsheet ? { tested: setTrial } : {})}
          {...(isConnected ? { cancel: () => (setTrial(undefined), setChanging(false)) } : {})}
        />
      )}
      {isConnected && checked && !checked.ok && (
        <Notice kind="problem" button={testing ? "Testing…" : "Test again"} busy={testing} act={() => void retest()}>
          {keyTestWords(checked.failure)}
        </Notice>
      )}
    </section>
  );
}

/** Account tab: the connection and, once connected, plan, quotas, savings, failures and data sources. */
export function AccountTab(props: TabProps) {
  const { host, say, show } = props;
  const isConnected = host.connection().kind === "connected";
  const current = useChecked(props);
  const [trial, setTrial] = useState<Checked | undefined>();
  const checked = isConnected ? current.checked : undefined;
  const accepted = trial ?? checked;
  return (
    <>
      {!isConnected && (
        <Section id="begin" heading="Market data in your cells">
          <p>Rates, macro, filings and positioning by formula, with unit, date and source. A missing value shows its reason, never 0.</p>
          <ExampleFormulas say={say} />
        </Section>
      )}
      <ConnectionSection {...props} current={current} setTrial={setTrial} />
      {accepted?.ok && <PlanAndQuota status={accepted.status} latest={host.quota()} />}
      {!host.spreadsheet && (isConnected || host.failures().length > 0) && <Activity host={host} say={say} />}
      {checked?.ok && <Families status={checked.status} firstSteps={!host.spreadsheet} />}
      {!host.spreadsheet && (
        <p class="account-links quiet">
          <Button class="link" words="First steps" act={() => show("first-run")} />
          <PageLink page="help">All functions</PageLink>
          <PageLink page="support">Support</PageLink>
          <PageLink page="privacy">Privacy</PageLink>
        </p>
      )}
    </>
  );
}
