import type { ConnectionLine } from "./connection-line";

/** The connection's state in a bar: a dot and a few words; pressing it shows what to do. */
export function ConnectionBadge({ line, press }: { readonly line: ConnectionLine; readonly press: () => void }) {
  return (
    <button type="button" class={`connection-badge connection-${line.kind}`} title={line.more} onClick={press}>
      <span class="connection-dot" aria-hidden="true" />
      {line.words}
    </button>
  );
}
