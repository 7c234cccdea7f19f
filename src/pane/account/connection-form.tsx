import type { ComponentChildren, RefObject } from "preact";
import { useRef, useState } from "preact/hooks";
import { readBaseUrl } from "./base-url";
import type { Checked } from "../../core/check-reply";
import { KEY_PLACE_WORDS } from "./account-words";
import type { PaneHost } from "../pane-host";
import { keyTestWords } from "../pane-words";
import { Alert, Button } from "../elements";

interface ConnectionFormProps {
  readonly host: Pick<PaneHost, "builtFor" | "connection" | "localOrigin" | "check" | "save" | "useLocalKey">;
  readonly say: (sentence: string) => void;
  /** Called once a key is in use, with the service's status. */
  readonly connected: (checked: Checked) => void;
  /** Called with the service's status for a key that is tested, but not saved; undefined while it is tested. */
  readonly tested?: (checked: Checked | undefined) => void;
  /** Present if there is a working connection to return to. */
  readonly cancel?: () => void;
}

/** Suggested base URL: the service that the pages were built for (`npm run manifest -- --pages … --service-url …`). */
const hostedServiceUrl = (): string | undefined => document.querySelector<HTMLMetaElement>('meta[name="service-url"]')?.content;

type Wrong = { readonly field: "url" | "key" | undefined; readonly message: string };

/** Tests and saves what the fields hold, and says what is wrong with it. */
function useConnecting({ host, say, connected, tested }: ConnectionFormProps) {
  const { builtFor } = host;
  const state = host.connection();
  const [url, setUrl] = useState(state.kind === "connected" ? state.baseUrl : (host.localOrigin ?? hostedServiceUrl() ?? ""));
  const [busy, setBusy] = useState<"check" | "save" | undefined>();
  const [wrong, setWrong] = useState<Wrong | undefined>();
  const urlField = useRef<HTMLInputElement>(null);
  const keyField = useRef<HTMLInputElement>(null);

  const fail = (message: string, field?: "url" | "key") => {
    // Clears the status line, so that screen readers announce only the alert.
    say("");
    setWrong({ message, field });
    (field === "url" ? urlField : keyField).current?.focus();
  };

  const send = async (call: "check" | "save") => {
    const input = keyField.current;
    if (!input || busy !== undefined) return;
    const base = builtFor === undefined ? readBaseUrl(url) : { ok: true as const, url: builtFor };
    const key = input.value.trim();
    tested?.(undefined);
    if (!base.ok) return fail(base.message, "url");
    if (key === "") return fail(keyTestWords({ code: "key_blank" }), "key");
    setWrong(undefined);
    setBusy(call);
    say("Testing the key with the service.");
    const checked = await host[call](base.url, key);
    setBusy(undefined);
    if (!checked.ok) return fail(keyTestWords(checked.failure), builtFor === undefined ? undefined : "key");
    if (call === "check") {
      tested?.(checked);
      return say("The service accepts this key. It is not saved yet.");
    }
    input.value = "";
    const now = host.connection();
    say(now.kind === "connected" && now.place === "memory" ? `Connected. ${KEY_PLACE_WORDS.memory}` : "Connected. The key is saved.");
    connected(checked);
  };

  const useLocal = async () => {
    if (busy !== undefined) return;
    setBusy("check");
    const checked = await host.useLocalKey();
    setBusy(undefined);
    if (checked?.ok) {
      say("Connected with the local service's own key.");
      connected(checked);
    } else fail(checked ? keyTestWords(checked.failure) : "No local service found. Start it with npm start, or enter a key.");
  };

  return { url, setUrl, busy, wrong, urlField, keyField, send, useLocal };
}

/** Id of the error message, for fields that are invalid. */
const PROBLEM = "connection-problem";

interface KeyFieldProps {
  /** The key is stored nowhere else. */
  readonly field: RefObject<HTMLInputElement | null>;
  readonly isWrong: boolean;
  /** Where the key is kept. */
  readonly children: ComponentChildren;
}

/** Field of the key, which is shown on request. */
function KeyField({ field, isWrong, children }: KeyFieldProps) {
  const [shown, setShown] = useState(false);
  return (
    <div class="field">
      <label for="api-key">API key</label>
      <div class="with-button">
        <input
          id="api-key"
          ref={field}
          {...(shown ? { type: "text" as const } : { type: "password" as const })}
          autocomplete="off"
          autocapitalize="off"
          spellcheck={false}
          aria-invalid={isWrong}
          aria-describedby={isWrong ? `${PROBLEM} key-note` : "key-note"}
        />
        <Button class="small" aria-pressed={shown} aria-label="Show key" words={shown ? "Hide" : "Show"} act={() => setShown(!shown)} />
      </div>
      <p id="key-note" class="quiet">
        {children}
      </p>
    </div>
  );
}

/** Form for base URL and key. Both are tested with the service first; after a failure nothing is stored and the fields keep their text. */
export function ConnectionForm(props: ConnectionFormProps) {
  const { host, tested, cancel } = props;
  const { url, setUrl, busy, wrong, urlField, keyField, send, useLocal } = useConnecting(props);
  const ofUrl = wrong?.field === "url";
  const submit = (event: Event) => {
    event.preventDefault();
    void send("save");
  };
  return (
    <form noValidate onSubmit={submit}>
      {host.builtFor === undefined && (
        <div class="field">
          <label for="base-url">Base URL</label>
          <input
            id="base-url"
            ref={urlField}
            type="url"
            inputMode="url"
            autocomplete="off"
            spellcheck={false}
            placeholder="https://api.example.com"
            value={url}
            aria-invalid={ofUrl}
            aria-describedby={ofUrl ? `${PROBLEM} url-note` : "url-note"}
            onInput={(e) => setUrl(e.currentTarget.value)}
          />
          <p id="url-note" class="quiet">
            URL of the service. Must be https, except on this computer.
          </p>
        </div>
      )}
      <KeyField field={keyField} isWrong={wrong?.field === "key"}>
        {host.builtFor === undefined
          ? "The key is stored unencrypted on this device, for your profile only. It is sent only to the base URL and never saved in the workbook."
          : "The key is saved unencrypted in your Google account for this script, never in the spreadsheet. It is sent only to the service."}
      </KeyField>
      <Alert id={PROBLEM} message={wrong?.message} />
      <div class="buttons">
        <button type="submit" class="primary" aria-disabled={busy !== undefined}>
          {busy === "save" ? "Testing…" : "Test and save"}
        </button>
        {tested && <Button aria-disabled={busy !== undefined} words={busy === "check" ? "Testing…" : "Test"} act={() => send("check")} />}
        {host.localOrigin && !cancel && <Button aria-disabled={busy !== undefined} words="Use the local service" act={useLocal} />}
        {cancel && <Button words="Cancel" act={cancel} />}
      </div>
    </form>
  );
}
