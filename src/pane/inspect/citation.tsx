import type { ComponentChildren } from "preact";
import { CopyButton } from "../export/copy-button";

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
