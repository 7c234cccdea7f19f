import { RemoveKey } from "../../../pane/account/remove-key";
import { useAttempt } from "../../../pane/hooks/use-attempt";
import { Refusal } from "../../../pane/notices/refusal";
import type { Account, KeyTest } from "../sidebar-calls";
import type { ViewProps } from "./view";
import { wordsOf } from "./words-of";

interface SavedKeyProps extends Pick<ViewProps, "run" | "say"> {
  /** The result of the last test; undefined while the key is tested. */
  readonly tested: KeyTest | undefined;
  readonly test: () => void;
  readonly change: () => void;
  readonly removed: (account: Account) => void;
}

/** The saved key: test it, change it, remove it. */
export function SavedKey({ run, say, tested, test, change, removed }: SavedKeyProps) {
  const attempt = useAttempt(say);
  const remove = () =>
    void attempt.run(async () => {
      removed(await run("removeKey"));
      say("Key removed.");
    }, wordsOf);

  return (
    <>
      <p class="quiet">Your key is saved in your Google account for this script. It is never shown again and never saved in the spreadsheet.</p>
      <div aria-live="polite">{tested && (tested.ok ? <p class="good">The service accepts the key.</p> : <p class="problem">{tested.message}</p>)}</div>
      <RemoveKey
        question="Remove your key? Cells keep their values until they recalculate. Your scheduled refresh fails until you save another key."
        remove={remove}
        busy={attempt.busy}
      >
        <button type="button" aria-disabled={!tested} onClick={() => tested && test()}>
          {tested ? "Test" : "Testing…"}
        </button>
        <button type="button" onClick={change}>
          Use another key
        </button>
      </RemoveKey>
      <Refusal message={attempt.problem} />
    </>
  );
}
