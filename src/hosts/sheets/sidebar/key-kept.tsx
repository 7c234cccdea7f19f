import { useState } from "preact/hooks";
import { RemoveKey } from "../../../pane/account/remove-key";
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

/** A key is kept: test it, use another, remove it. */
export function KeyKept({ run, say, tested, test, change, removed }: KeyKeptProps) {
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | undefined>();

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
      <RemoveKey
        question="Remove your key? Cells keep what they show until they are calculated again, and a scheduled refresh of yours fails until there is another key."
        remove={() => void remove()}
        busy={busy}
      >
        <button type="button" aria-disabled={!tested} onClick={() => tested && test()}>
          {tested ? "Test" : "Testing…"}
        </button>
        <button type="button" onClick={change}>
          Use another key
        </button>
      </RemoveKey>
      <div role="alert">{problem && <p class="problem">{problem}</p>}</div>
    </>
  );
}
