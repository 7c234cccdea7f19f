import { counted } from "../../contract/counted";
import type { Environment } from "../pane-host";
import { copiedWords } from "./copied-words";
import type { Copied } from "./make-copy";

/** Entries listed; the heading has the full count. */
const SHOWN = 50;

/** What was replaced, and what was not, with reasons. */
export function CopyResult({ copied, environment }: { readonly copied: Copied; readonly environment: Environment }) {
  const { kept } = copied;
  return (
    <>
      <p class={copied.frozen > 0 ? "good" : "note"}>{copiedWords(copied, environment)}</p>
      {kept.length > 0 && (
        <details open={kept.length <= 5}>
          <summary>{counted(kept.length, "item was", "items were")} not replaced</summary>
          <ul class="list">
            {kept.slice(0, SHOWN).map(({ where, why }, i) => (
              <li key={`${where} ${i}`}>
                <code>{where}</code>
                <p class="quiet">{why}</p>
              </li>
            ))}
          </ul>
          {kept.length > SHOWN && <p class="quiet">and {kept.length - SHOWN} more.</p>}
        </details>
      )}
    </>
  );
}
