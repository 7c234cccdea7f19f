import { useChanges } from "../hooks/use-changes";
import type { PaneHost } from "../pane-host";
import { connectionLine, type ConnectionLine } from "./connection-line";

/** The connection's state, redrawn when it changes. */
export function useConnectionLine(host: PaneHost): ConnectionLine {
  const data = host.dataOrigin;
  useChanges(host);
  useChanges(data);
  return connectionLine({ ...host, origin: data.origin() }, host.now());
}
