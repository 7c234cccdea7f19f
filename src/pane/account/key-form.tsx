import type { ComponentChildren, RefObject } from "preact";
import { useState } from "preact/hooks";

interface KeyFormProps {
  /** Field of the key. The key is stored nowhere else. */
  readonly field: RefObject<HTMLInputElement | null>;
  /** Where the key is kept. */
  readonly note: string;
  /** Error message, and whether it concerns the key. */
  readonly problem: { readonly message: string; readonly ofKey: boolean } | undefined;
  readonly submit: () => void;
  readonly busy: boolean;
  /** The key is being tested and saved. */
  readonly saving: boolean;
  /** Offers to show the key while it is typed. */
  readonly canShow?: boolean;
  /** Fields before the key's. */
  readonly before?: ComponentChildren;
  /** Buttons beside the one that saves. */
  readonly children?: ComponentChildren;
  /** Present if there is a stored key to return to. */
  readonly cancel?: (() => void) | undefined;
}

/** Id of the error message, for fields that are invalid. */
export const KEY_PROBLEM = "connection-problem";

/** Form for an API key: the key is tested with the service before it is saved. */
export function KeyForm({ field, note, problem, submit, busy, saving, canShow, before, children, cancel }: KeyFormProps) {
  const [shown, setShown] = useState(false);
  const input = (
    <input
      id="api-key"
      ref={field}
      {...(shown ? { type: "text" as const } : { type: "password" as const })}
      autocomplete="off"
      autocapitalize="off"
      spellcheck={false}
      aria-invalid={problem?.ofKey === true}
      aria-describedby={problem?.ofKey ? `${KEY_PROBLEM} key-note` : "key-note"}
    />
  );
  return (
    <form
      class="connection"
      noValidate
      onSubmit={(e) => {
        e.preventDefault();
        submit();
      }}
    >
      {before}
      <label for="api-key">API key</label>
      {canShow ? (
        <div class="with-button">
          {input}
          <button type="button" class="small" aria-pressed={shown} aria-label="Show key" onClick={() => setShown(!shown)}>
            {shown ? "Hide" : "Show"}
          </button>
        </div>
      ) : (
        input
      )}
      <p id="key-note" class="quiet">
        {note}
      </p>
      <div role="alert">
        {problem && (
          <p id={KEY_PROBLEM} class="problem">
            {problem.message}
          </p>
        )}
      </div>
      <div class="buttons">
        <button type="submit" class="primary" aria-disabled={busy}>
          {saving ? "Testing…" : "Test and save"}
        </button>
        {children}
        {cancel && (
          <button type="button" onClick={cancel}>
            Cancel
          </button>
        )}
      </div>
    </form>
  );
}
