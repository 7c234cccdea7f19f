import { CopyButton } from "../export/copy-button";
import type { PaneHost } from "../pane-host";
import { clockTime } from "../connection/connection-line";
import { savingsWords, diagnosticsText } from "./account-words";
import { counted, withSeparators } from "../../contract/counted";
import type { Failed } from "../../core/calls/metrics";
import { paneWords } from "../pane-words";

/** Failures with one message. */
interface FailureGroup {
  readonly words: string;
  /** Newest first. */
  readonly failures: readonly Failed[];
}

/** Groups failures by their message; the group with the newest failure first. */
export function groupFailures(failures: readonly Failed[]): readonly FailureGroup[] {
  const groups = new Map<string, Failed[]>();
  for (const failed of failures) {
    const words = paneWords(failed.failure);
    const group = groups.get(words);
    if (group) group.push(failed);
    else groups.set(words, [failed]);
  }
  return [...groups].map(([words, of]) => ({ words, failures: of }));
}

/** When a group's calls failed: one time of day, or the first and the last. */
export function groupTimes({ failures }: FailureGroup, now: number): string {
  const [first, last] = [failures.at(-1), failures[0]].map((failed) => clockTime(failed?.at ?? now, now));
  return first === last ? `at ${first}` : `from ${first} to ${last}`;
}

/** Calls listed of each group: enough to see a pattern; the diagnostics hold them all. */
const SHOWN = 20;

/** Calls, requests and savings since the workbook was opened, recent failures, and the diagnostics to send to support. */
export function Activity({ host, say }: { readonly host: PaneHost; readonly say: (sentence: string) => void }) {
  const stats = host.stats();
  const failures = host.failures();
  const waiting = stats.queued;
  return (
    <>
      <section aria-labelledby="saved">
        <h2 id="saved">Saved by batching and cache</h2>
        {savingsWords(stats).map((sentence) => (
          <p key={sentence}>{sentence}</p>
        ))}
        {stats.retries > 0 && <p class="quiet">{withSeparators(stats.retries)} retried after a lost or broken reply.</p>}
        {waiting > 0 && <p class="quiet">{withSeparators(waiting)} waiting now.</p>}
      </section>
      <section aria-labelledby="failures">
        <h2 id="failures">Recent failures</h2>
        {failures.length === 0 ? (
          <p class="quiet">None since this workbook was opened.</p>
        ) : (
          <ul class="failures">
            {groupFailures(failures).map((group) => (
              <li key={group.words}>
                <p>
                  {group.failures.length > 1 && <strong>{withSeparators(group.failures.length)} × </strong>}
                  {group.words}
                </p>
                <details open={group.failures.length === 1}>
                  <summary class="quiet">
                    {counted(group.failures.length, "call")} {groupTimes(group, host.now())}
                  </summary>
                  <ul>
                    {group.failures.slice(0, SHOWN).map((f, i) => (
                      <li key={`${f.at} ${f.cell ?? ""} ${i}`} class="quiet">
                        {clockTime(f.at, host.now())} {f.cell ? `${f.cell}: ` : ""}
                        <code>{f.question}</code>
                      </li>
                    ))}
                  </ul>
                  {group.failures.length > SHOWN && <p class="quiet">and {group.failures.length - SHOWN} more; the diagnostics list them all.</p>}
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
      </section>
    </>
  );
}
