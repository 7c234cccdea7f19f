import { counted } from "../../contract/counted";
import type { Failure } from "../../core/failure";
import { inWords } from "../../core/in-words";
import type { OriginOfCells, PaneHost } from "../pane-host";
import { useChanges } from "../hooks/use-changes";

/** How the connection is, most severe first. */
export type ConnectionKind = "down" | "refused" | "quota" | "no_key" | "sample" | "partly_sample" | "loading" | "connected";

/** The state of the connection in a bar: at most four words, and a sentence for its tip. */
export interface ConnectionLine {
  readonly kind: ConnectionKind;
  readonly words: string;
  readonly more: string;
}

/** What decides it. */
export interface ConnectionFacts extends Pick<PaneHost, "connection" | "outage" | "keyProblem" | "unanswered"> {
  /** Which data the service has; undefined until it is known. */
  readonly origin: OriginOfCells | undefined;
}

/** Time of day in the user's own time zone, as `14:05`; with the day if it is another one. */
export function clockTime(at: number, now: number): string {
  const pad = (n: number): string => String(n).padStart(2, "0");
  const [then, today] = [new Date(at), new Date(now)];
  const time = `${pad(then.getHours())}:${pad(then.getMinutes())}`;
  if (then.toDateString() === today.toDateString()) return time;
  return `${then.getFullYear()}-${pad(then.getMonth() + 1)}-${pad(then.getDate())} ${time}`;
}

const REFUSED: Failure["code"][] = ["unknown_key", "revoked_key", "key_refused", "missing_key", "malformed_key"];

export function connectionLine(facts: ConnectionFacts, now: number): ConnectionLine {
  const { kind } = facts.connection();
  if (kind === "loading") return { kind: "loading", words: "connecting…", more: "Checking this device for a saved key." };
  if (kind === "none") return { kind: "no_key", words: "no API key", more: "Cells show no values until you add your API key in Account." };
  const problem = facts.keyProblem();
  if (problem?.code === "over_quota")
    return {
      kind: "quota",
      words: "quota used",
      more: `The key's quota is used up${problem.resetsAt === undefined ? "" : ` until ${inWords(problem.resetsAt)}`}. Cells keep their last values.`,
    };
  if (problem && REFUSED.includes(problem.code))
    return { kind: "refused", words: "key refused", more: "The service refused the API key. Save another key in Account." };
  const outage = facts.outage();
  if (outage) {
    const cells = facts.unanswered();
    return {
      kind: "down",
      words: `not answering since ${clockTime(outage.since, now)}`,
      more: `The service has not answered since ${clockTime(outage.since, now)}.${cells > 0 ? ` ${counted(cells, "cell is", "cells are")} asked again when it does.` : ""}`,
    };
  }
  if (facts.origin === "sample") return { kind: "sample", words: "sample data", more: "All values are generated, not real market data." };
  if (facts.origin === "partly_sample")
    return { kind: "partly_sample", words: "partly sample data", more: "Some cells show generated values, not real market data." };
  return { kind: "connected", words: "connected", more: "The service answers." };
}

/** The connection's state, redrawn when it changes. */
export function useConnectionLine(host: PaneHost): ConnectionLine {
  const data = host.dataOrigin;
  useChanges(host);
  useChanges(data);
  return connectionLine({ ...host, origin: data.origin() }, host.now());
}
