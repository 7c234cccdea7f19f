import type { Scope } from "../calls";
import { ask, exception, setup } from "./outside";

const millisecondsOf = (ms: unknown): number => {
  if (typeof ms !== "number" || !Number.isFinite(ms) || ms < 0) throw exception("Invalid argument: timeoutInMillis");
  return Math.floor(ms);
};

const lockOf = (scope: Scope) => ({
  tryLock: (ms: unknown) => ask("lockTry", scope, millisecondsOf(ms)),
  releaseLock: (): void => void ask("lockRelease", scope),
});

export const LockService = {
  getDocumentLock: () => (setup.container ? lockOf("document") : null),
  getScriptLock: () => lockOf("script"),
};
