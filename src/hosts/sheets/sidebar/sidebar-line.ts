import { connectionLine, type ConnectionLine } from "../../../pane/connection/connection-line";
import type { Account } from "../sidebar-calls";
import type { Script } from "./run-script";

/** The state of the connection, as the last test of the key found it; undefined before the first, and while the account loads. */
export function sidebarLine(account: Account | undefined, tested: ReturnType<Script["tested"]>): ConnectionLine | undefined {
  if (!account || (account.hasKey && !tested)) return undefined;
  const { at, test } = tested ?? { at: Date.now(), test: undefined };
  const failure = test && !test.ok ? test.failure : undefined;
  // Without a code, the message below says what is wrong.
  if (account.hasKey && test && !test.ok && !failure) return undefined;
  const isKeyProblem = failure !== undefined && (failure.code.endsWith("_key") || failure.code === "key_refused" || failure.code === "over_quota");
  return connectionLine(
    {
      connection: () => (account.hasKey ? { kind: "connected", baseUrl: account.baseUrl ?? "", place: "memory" } : { kind: "none" }),
      keyProblem: () => (isKeyProblem ? failure : undefined),
      outage: () => (failure && !isKeyProblem ? { since: at, failure } : undefined),
      unanswered: () => 0,
      origin: test?.ok ? (test.status.sample ? "partly_sample" : "published") : undefined,
    },
    Date.now(),
  );
}
