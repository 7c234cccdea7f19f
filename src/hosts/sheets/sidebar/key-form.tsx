import { useRef, useState } from "preact/hooks";
import type { KeyTest } from "../sidebar-calls";
import type { ViewProps } from "./view";
import { wordsOf } from "./words-of";

interface KeyFormProps extends Pick<ViewProps, "run" | "say"> {
  /** Called with what the service said of a key that is not kept. */
  readonly tested: (test: KeyTest | undefined) => void;
  /** Called once the key is kept. */
  readonly saved: (test: KeyTest) => void;
  /** Present where a kept key can be gone back to. */
  readonly cancel?: () => void;
}

/** The field for a key. The key is nowhere but in the field: it is read from there when it is sent, and the field is emptied once it is kept. */
export function KeyForm({ run, say, tested, saved, cancel }: KeyFormProps) {
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
    <form
      class="connection"
      noValidate
      onSubmit={(e) => {
        e.preventDefault();
        void ask("saveKey");
      }}
    >
      <label for="key">API key</label>
      <input
        id="key"
        ref={field}
        type="password"
        autocomplete="off"
        autocapitalize="off"
        spellcheck={false}
        aria-invalid={wrong !== undefined}
        aria-describedby={`${wrong === undefined ? "" : "key-problem "}key-note`}
      />
      <p id="key-note" class="quiet">
        Google keeps the key unencrypted with your account, for this script; never in the spreadsheet. It is sent to the service alone.
      </p>
      <div role="alert">
        {wrong && (
          <p id="key-problem" class="problem">
            {wrong}
          </p>
        )}
      </div>
      <div class="buttons">
        <button type="submit" class="primary" aria-disabled={busy !== undefined}>
          {busy === "saveKey" ? "Testing…" : "Test and save"}
        </button>
        <button type="button" aria-disabled={busy !== undefined} onClick={() => void ask("testKey")}>
          {busy === "testKey" ? "Testing…" : "Test"}
        </button>
        {cancel && (
          <button type="button" onClick={cancel}>
            Cancel
          </button>
        )}
      </div>
    </form>
  );
}
