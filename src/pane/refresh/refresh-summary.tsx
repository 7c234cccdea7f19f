import type { ComponentChildren } from "preact";
import { momentWords } from "../../contract/as-of";
import { agoWords } from "../../sources/answer-words";
import type { RefreshResult } from "./refresh-result";
import { resultWords } from "./refresh-words";
import { counted } from "../../contract/counted";
import type { Troubles } from "../../workbook/script-results";
import { Section } from "../elements";

/** Why formulas were not recalculated, with their numbers. */
export function TroublesList({ troubles, unit }: Troubles & { readonly unit: string }) {
  if (troubles.length === 0) return null;
  return (
    <ul class="list reasons">
      {troubles.map(({ message, cells }) => (
        <li key={message}>
          <strong>{counted(cells, unit)}</strong>: {message}
        </li>
      ))}
    </ul>
  );
}

/** The result of the last refresh in words, with more below. */
export function RefreshSummary({ result, now, children }: { readonly result: RefreshResult; readonly now: number; readonly children: ComponentChildren }) {
  return (
    <Section id="refresh-last" heading="Last refresh">
      <p class={result.failure === undefined ? "refresh-result" : "problem"}>{resultWords(result)}</p>
      <p class="quiet" title={momentWords(result.at)}>
        Started {agoWords(result.at, now)}.
      </p>
      {children}
    </Section>
  );
}
