import { copyText } from "../parts/copy-text";
import { diagnosticsText } from "./diagnostics-text";
import type { TabProps } from "../tab";

const numbers = new Intl.NumberFormat("en-US");
/** Enough to see a pattern; the diagnostics hold them all. */
const SHOWN = 20;

/** What has been asked and sent since the workbook was opened, and what failed. */
export function ActivityTab({ host, say }: TabProps) {
  const stats = host.stats();
  const failures = host.failures();
  const rows: readonly (readonly [string, number])[] = [
    ["Cells that asked", stats.asked],
    ["Answered without a request", stats.fromCache + stats.shared],
    ["Requests sent", stats.requests],
    ["Cells sent in them", stats.cells],
    ["Asked again", stats.retries],
    ["Failed", stats.failures],
    ["Waiting now", stats.queued],
  ];

  const copy = async () => say((await copyText(diagnosticsText(host))) ? "Copied. It holds no key." : "The browser does not allow copying.");

  return (
    <>
      <section aria-labelledby="since">
        <h2 id="since">Since this workbook was opened</h2>
        <dl class="counts">
          {rows.map(([label, n]) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{numbers.format(n)}</dd>
            </div>
          ))}
        </dl>
        <div class="buttons">
          <button type="button" onClick={() => void copy()}>
            Copy diagnostics
          </button>
        </div>
      </section>
      <section aria-labelledby="failures">
        <h2 id="failures">Recent failures</h2>
        {failures.length === 0 ? (
          <p class="quiet">None.</p>
        ) : (
          <ul class="failures">
            {failures.slice(0, SHOWN).map((f, i) => (
              <li key={`${f.at} ${f.cell ?? ""} ${i}`}>
                <p>{f.message}</p>
                <p class="quiet">
                  {f.cell ? `${f.cell}: ` : ""}
                  <code>{f.question}</code>
                </p>
              </li>
            ))}
          </ul>
        )}
        {failures.length > SHOWN && <p class="quiet">and {failures.length - SHOWN} more; the diagnostics list them all.</p>}
      </section>
    </>
  );
}
