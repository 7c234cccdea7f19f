import { useRef, useState } from "preact/hooks";
import { KeyForm } from "../../../pane/account/key-form";
import type { KeyTest } from "../sidebar-calls";
import type { ViewProps } from "./view";
import { wordsOf } from "./words-of";

interface EnterKeyProps extends Pick<ViewProps, "run" | "say"> {
  /** Called with the result of testing a key that is not saved. */
  readonly tested: (test: KeyTest | undefined) => void;
  /** Called once the key is saved. */
  readonly saved: (test: KeyTest) => void;
  /** Present if there is a saved key to return to. */
  readonly cancel?: () => void;
}

/** Form for the user's key. The key is only in its field, which is cleared once the key is saved. */
export function EnterKey({ run, say, tested, saved, cancel }: EnterKeyProps) {
  const [busy, setBusy] = useState<"testKey" | "saveKey" | undefined>();
  const [wrong, setWrong] = useState<string | undefined>();
  const field = useRef<HTMLInputElement>(null);

  const send = async (call: "testKey" | "saveKey") => {
    const input = field.current;
    if (!input || busy) return;
    const fail = (message: string) => {
      // Clears the status line, so that screen readers announce only the alert.
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
      say("The service accepts this key. It is not saved yet.");
    } catch (e) {
      fail(wordsOf(e));
    } finally {
      setBusy(undefined);
    }
  };

  return (
    <KeyForm
      field={field}
      note="The key is saved unencrypted in your Google account for this script, never in the spreadsheet. It is sent only to the service."
      problem={wrong === undefined ? undefined : { message: wrong, ofKey: true }}
      submit={() => void send("saveKey")}
      busy={busy !== undefined}
      saving={busy === "saveKey"}
      cancel={cancel}
    >
      <button type="button" aria-disabled={busy !== undefined} onClick={() => void send("testKey")}>
        {busy === "testKey" ? "Testing…" : "Test"}
      </button>
    </KeyForm>
  );
}
