import { CopyButton } from "./copy-button";

/** A line for a terminal, with a button that copies it. */
export const LineToType = ({ line, say }: { readonly line: string; readonly say: (sentence: string) => void }) => (
  <div class="line-to-type">
    <code>{line}</code>
    <CopyButton small label={`Copy ${line}`} text={() => line} copied="Copied. Paste it into a terminal." say={say}>
      Copy
    </CopyButton>
  </div>
);
