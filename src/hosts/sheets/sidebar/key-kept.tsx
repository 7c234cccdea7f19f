import { useEffect, useRef, useState } from "preact/hooks";
import type { Account, KeyTest } from "../sidebar-calls";
import type { ViewProps } from "./view";
import { wordsOf } from "./words-of";

interface KeyKeptProps extends Pick<ViewProps, "run" | "say"> {
  /** What the service said of the kept key; undefined while it is asked. */
  readonly tested: KeyTest | undefined;
  readonly test: () => void;
  readonly change: () => void;
  readonly removed: (account: Account) => void;
}

/** A key is kept: test it, use another, remove it. Removal is confirmed in place. */
export function KeyKept({ run, say, tested, test, change, removed }: KeyKeptProps) {
  const [asking, setAsking] = useState(false);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | undefined>();
  const keep = useRef<HTMLButtonElement>(null);
  const removeButton = useRef<HTMLButtonElement>(null);
  const asked = useRef(false);
  useEffect(() => {
    if (asking) keep.current?.focus();
    else if (asked.current) removeButton.current?.focus();
    asked.current = asking;
  }, [asking]);

  const remove = async () => {
    if (busy) return;
    setBusy(true);
    setProblem(undefined);
    try {
      removed(await run("removeKey"));
      say("The key is removed.");
    } catch (e) {
      setProblem(wordsOf(e));
    } finally {
      setBusy(false);
    }
  };

  return (
    <>
      <p class="quiet">Google keeps a key with your account, for this script. It is not shown again, and it is never in the spreadsheet.</p>
      <div aria-live="polite">{tested && (tested.ok ? <p class="good">The service takes the key.</p> : <p class="problem">{tested.message}</p>)}</div>
      {asking ? (
        <div class="confirm" role="group" aria-label="Remove the key?" onKeyDown={(e) => e.key === "Escape" && setAsking(false)}>
          <p>Remove your key? Cells keep what they show until they are calculated again, and a scheduled refresh of yours fails until there is another key.</p>
          <div class="buttons">
            <button type="button" ref={keep} onClick={() => setAsking(false)}>
              Keep it
            </button>
            <button type="button" class="danger" aria-disabled={busy} onClick={() => void remove()}>
              {busy ? "Removing…" : "Remove key now"}
            </button>
          </div>
        </div>
      ) : (
        <div class="buttons">
          <button type="button" aria-disabled={!tested} onClick={() => tested && test()}>
            {tested ? "Test" : "Testing…"}
          </button>
          <button type="button" onClick={change}>
            Use another key
          </button>
          <button type="button" ref={removeButton} onClick={() => setAsking(true)}>
            Remove key
          </button>
        </div>
      )}
      <div role="alert">{problem && <p class="problem">{problem}</p>}</div>
    </>
  );
}
