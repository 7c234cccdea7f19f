import type { ComponentChildren } from "preact";
import { CopyButton } from "../export/copy-button";

interface CitationViewProps {
  readonly citation: string;
  readonly say: (sentence: string) => void;
  /** Buttons before "Copy citation". */
  readonly children?: ComponentChildren;
}

/** A citation: a copy button and the text. */
export function CitationView({ citation, say, children }: CitationViewProps) {
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
