import { useRef, useState } from "preact/hooks";
import { KeyForm } from "../../../pane/account/key-form";
import type { KeyTest } from "../sidebar-calls";
import type { ViewProps } from "./view";
import { wordsOf } from "./words-of";

interface OwnKeyProps extends Pick<ViewProps, "run" | "say"> {
  /** Called with what the service said of a key that is not kept. */
  readonly tested: (test: KeyTest | undefined) => void;
  /** Called once the key is kept. */
  readonly saved: (test: KeyTest) => void;
  /** Present where a kept key can be gone back to. */
  readonly cancel?: () => void;
}

/** Form for this person's own key. The key is read from its field when it is sent, and the field is emptied once the key is kept. */
export function OwnKey({ run, say, tested, saved, cancel }: OwnKeyProps) {
  const [busy, setBusy] = useState<"testKey" | "saveKey" | undefined>();
  const [wrong, setWrong] = useState<string | undefined>();
  const field = useRef<HTMLInputElement>(null);

  const ask = async (call: "testKey" | "saveKey") => {
    const input = field.current;
    if (!input || busy) return;
    const fail = (message: string) => {
      // The alert speaks now.
      say("");
      setWrong(message);
      input.focus();
    };
    tested(undefined);
    if (input.value.trim() === "") return fail("Enter your API key.");
    setWrong(undefined);
    setBusy(call);
    say("Testing the key with the service.");
    try {
      const test = await run(call, input.value.trim());
      if (!test.ok) return fail(test.message);
      if (call === "saveKey") {
        input.value = "";
        return saved(test);
      }
      tested(test);
      say("The service takes this key. It is not saved yet.");
    } catch (e) {
      fail(wordsOf(e));
    } finally {
      setBusy(undefined);
    }
  };

  return (
    <KeyForm
      field={field}
      note="Google keeps the key unencrypted with your account, for this script; never in the spreadsheet. It is sent to the service alone."
      problem={wrong === undefined ? undefined : { message: wrong, ofKey: true }}
      submit={() => void ask("saveKey")}
      busy={busy !== undefined}
      saving={busy === "saveKey"}
      cancel={cancel}
    >
      <button type="button" aria-disabled={busy !== undefined} onClick={() => void ask("testKey")}>
        {busy === "testKey" ? "Testing…" : "Test"}
      </button>
    </KeyForm>
  );
}
