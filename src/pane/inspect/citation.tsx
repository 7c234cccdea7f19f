import type { ComponentChildren } from "preact";
import { asOfWords, momentWords } from "../../contract/as-of";
import { withFullStop } from "../../contract/counted";
import { caveatWords } from "../../contract/caveat-words";
import { type Answer, REASON_PREFIX, reasonInFull } from "../../core/outcome";
import { isSampleFigure, valueWords } from "../../sources/answer-words";
import type { CellOfTable } from "../../tables/cell-of-table";
import type { TableMemory } from "../../tables/memory";
import { contentWords } from "../../tables/row-words";
import { CopyButton } from "../export/copy-button";
import { componentWords } from "../words/values-in-words";

const sentence = (text: string): string => withFullStop(text.trim());

/** The sources of a table in words, with its dates and notes. Whether it is sample data is said apart. */
export const tableSources = ({ notes }: Pick<TableMemory, "notes">): string =>
  (notes[1] ?? "").replace(/^SAMPLE DATA, not real\. ?/, "").replace(/^((?:No rows\. )?)Source: /, "$1") ||
  "Unknown: the table has no line of sources. Insert it again.";

/** One paragraph to put under a value of a table, or under the table. */
export function tableCitationOf(title: string, memory: TableMemory, part: CellOfTable["part"]): string {
  const value = part.kind === "value" ? `, ${part.row}, ${part.column.heading}: ${contentWords(part.published, part.column.format)}` : "";
  const parts = [
    `${title}${value}.`,
    memory.sample ? "Sample data: generated, not published; do not quote." : "",
    `Source: ${sentence(tableSources(memory))}`,
    `Table refreshed ${momentWords(memory.at)}.`,
  ];
  return parts.filter(Boolean).join(" ");
}

/** The source of generated data. Its attribution says again that it is not to be quoted. */
const SAMPLE_SOURCE = "sample";

/** True if the service does not know the name that was asked for: there is nothing to cite, and nothing has a history. */
export const isUnknownName = ({ code }: Pick<Answer, "code">): boolean => code?.startsWith("unknown_") === true;

/** One paragraph to put under a figure: its name in words, value, date, source, attribution, note and caveats. */
export function citationOf(formula: string, answer: Answer, name?: string): string {
  const { observationDate, source, attribution, asOf, note, components, caveats, receivedAt } = answer;
  const parts = [
    `${name === undefined ? "" : `${name}: `}${answer.value === null ? `${REASON_PREFIX}${reasonInFull(answer)}` : valueWords(answer)}${observationDate ? `, observation of ${observationDate}` : ""} (${formula}).`,
    isSampleFigure(answer) ? "Sample data: generated, not published; do not quote." : "",
    source && source !== SAMPLE_SOURCE ? `Source: ${sentence(source)}` : "",
    attribution && source !== SAMPLE_SOURCE ? `Attribution: ${sentence(attribution)}` : "",
    components ? `Made from: ${sentence(components.map((component) => `${component.name} (${componentWords(component)})`).join("; "))}` : "",
    note ? `Note: ${sentence(note)}` : "",
    `${asOf ? `Retrieved ${asOfWords(asOf)}; received` : "Received"} ${momentWords(receivedAt)}.`,
    caveats.length > 0 ? `${caveats.length === 1 ? "Caveat" : "Caveats"}: ${caveats.map((id) => sentence(caveatWords(id))).join(" ")}` : "",
  ];
  return parts.filter(Boolean).join(" ");
}

interface CitationViewProps {
  /** Undefined if there is nothing to cite. */
  readonly citation: string | undefined;
  readonly say: (sentence: string) => void;
  /** Buttons before "Copy citation". */
  readonly children?: ComponentChildren;
}

/** A citation: a copy button and the text. Only the other buttons if there is nothing to cite. */
export function CitationView({ citation, say, children }: CitationViewProps) {
  if (citation === undefined) return children ? <div class="buttons">{children}</div> : null;
  return (
    <>
      <div class="buttons">
        {children}
        <CopyButton key={citation} text={() => citation} copied="Copied the citation." say={say}>
          Copy citation
        </CopyButton>
      </div>
      <details class="inspect-citation">
        <summary>Citation text</summary>
        <p>{citation}</p>
      </details>
    </>
  );
}
