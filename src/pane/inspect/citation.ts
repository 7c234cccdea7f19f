import { caveatWords } from "../../contract/caveat-words";
import { REASON_PREFIX, reasonInFull, type Answer } from "../../core/outcome";
import { componentWords } from "../words/component-words";
import { asOfWords, momentWords } from "../../contract/moment-words";
import { valueWords } from "../../sources/answer-words";

const sentence = (text: string): string => (/[.!?]$/.test(text.trim()) ? text.trim() : `${text.trim()}.`);

/** One paragraph to put under a figure: its name in words, value, date, source, attribution, note and caveats. */
export function citationOf(formula: string, answer: Answer, name?: string): string {
  const { observationDate, source, attribution, asOf, note, components, caveats, sample, receivedAt } = answer;
  const parts = [
    `${name === undefined ? "" : `${name}: `}${answer.value === null ? `${REASON_PREFIX}${reasonInFull(answer)}` : valueWords(answer)}${observationDate ? `, observation of ${observationDate}` : ""} (${formula}).`,
    sample ? "Sample data: generated, not published; do not quote." : "",
    attribution ? `Source: ${sentence(attribution)}` : source ? `Source: ${sentence(source)}` : "",
    components ? `Made from: ${sentence(components.map((component) => `${component.name} (${componentWords(component)})`).join("; "))}` : "",
    note ? `Note: ${sentence(note)}` : "",
    `${asOf ? `Retrieved ${asOfWords(asOf)}; received` : "Received"} ${momentWords(receivedAt)}.`,
    caveats.length > 0 ? `Caveats: ${caveats.map((id) => sentence(caveatWords(id))).join(" ")}` : "",
  ];
  return parts.filter(Boolean).join(" ");
}
