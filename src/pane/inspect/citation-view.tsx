import type { ComponentChildren } from "preact";
import type { Answer } from "../../core/outcome";
import { CopyButton } from "../export/copy-button";
import { citationOf } from "./citation";

interface CitationViewProps {
  /** What the figure is, in words. */
  readonly name?: string | undefined;
  /** The answered call, in the host's syntax. */
  readonly formula: string;
  readonly answer: Answer;
  readonly say: (sentence: string) => void;
  /** Buttons before "Copy citation". */
  readonly children?: ComponentChildren;
}

/** An answer's citation: a copy button and the text. */
export function CitationView({ name, formula, answer, say, children }: CitationViewProps) {
  const citation = citationOf(formula, answer, name);
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
