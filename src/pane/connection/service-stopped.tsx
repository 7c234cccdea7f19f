import { counted } from "../../contract/counted";
import { CopyButton } from "../export/copy-button";
import type { PaneHost } from "../pane-host";
import { clockTime } from "./connection-line";

/** A line for a terminal, with a button that copies it. */
export const LineToType = ({ line, say }: { readonly line: string; readonly say: (sentence: string) => void }) => (
  <div class="split line-to-type">
    <code>{line}</code>
    <CopyButton small label={`Copy ${line}`} text={() => line} copied="Copied. Paste it into a terminal." say={say}>
      Copy
    </CopyButton>
  </div>
);

const LINE = "npm start";
type StoppedHost = Pick<PaneHost, "outage" | "connection" | "localOrigin" | "unanswered" | "now">;

/** Says that the service on this computer does not answer, with the line that starts it. Nothing while it answers, or for another service. */
export function ServiceStopped({ host, say }: { readonly host: StoppedHost; readonly say: (sentence: string) => void }) {
  const outage = host.outage();
  const connection = host.connection();
  if (!outage || connection.kind !== "connected" || connection.baseUrl !== host.localOrigin) return null;
  const cells = host.unanswered();
  return (
    <div class="warning" role="note">
      <p>The service on this computer has not answered since {clockTime(outage.since, host.now())}. If it is stopped, type this line in its folder:</p>
      <LineToType line={LINE} say={say} />
      {cells > 0 && <p>{counted(cells, "cell recalculates", "cells recalculate")} when it answers.</p>}
    </div>
  );
}
