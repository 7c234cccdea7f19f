import { useRef, useState } from "preact/hooks";
import { readBaseUrl } from "./base-url";
import type { Checked } from "./check-service";
import { KEY_PROBLEM, KeyForm } from "./key-form";
import { KEY_PLACE_WORDS } from "./key-place-words";
import type { PaneHost } from "../pane-host";
import { keyTestWords } from "../pane-words";

interface ConnectionFormProps {
  readonly host: Pick<PaneHost, "connection" | "localOrigin" | "check" | "save" | "useLocalKey">;
  readonly say: (sentence: string) => void;
  /** Called once a key is in use, with the service's status. */
  readonly connected: (checked: Checked) => void;
  /** Present if there is a working connection to return to. */
  readonly cancel?: () => void;
}

/** Suggested base URL: the service that the pages were built for (`npm run manifest -- --pages … --service-url …`). */
const hostedServiceUrl = (): string | undefined => document.querySelector<HTMLMetaElement>('meta[name="service-url"]')?.content;

type Wrong = { readonly field: "url" | "key" | undefined; readonly message: string };

/** Form for base URL and key. Both are tested with the service first; after a failure nothing is stored and the fields keep their text. */
export function ConnectionForm({ host, say, connected, cancel }: ConnectionFormProps) {
  const state = host.connection();
  const [url, setUrl] = useState(state.kind === "connected" ? state.baseUrl : (host.localOrigin ?? hostedServiceUrl() ?? ""));
  const [busy, setBusy] = useState(false);
  const [wrong, setWrong] = useState<Wrong | undefined>();
  const urlField = useRef<HTMLInputElement>(null);
  const keyField = useRef<HTMLInputElement>(null);

  const fail = (message: string, field?: "url" | "key") => {
    // Clears the status line, so that screen readers announce only the alert.
    say("");
    setWrong({ message, field });
    (field === "url" ? urlField : keyField).current?.focus();
  };

  const submit = async () => {
    const input = keyField.current;
    if (!input || busy) return;
    const base = readBaseUrl(url);
    const key = input.value.trim();
    if (!base.ok) return fail(base.message, "url");
    if (key === "") return fail(keyTestWords({ code: "key_blank" }), "key");
    setWrong(undefined);
    setBusy(true);
    say("Testing the key with the service.");
    const checked = await host.check(base.url, key);
    if (checked.ok) {
      const place = await host.save(base.url, key);
      input.value = "";
      say(place === "memory" ? `Connected. ${KEY_PLACE_WORDS.memory}` : "Connected. The key is saved.");
      connected(checked);
    } else fail(keyTestWords(checked.failure));
    setBusy(false);
  };

  const useLocal = async () => {
    if (busy) return;
    setBusy(true);
    const checked = await host.useLocalKey();
    setBusy(false);
    if (checked?.ok) {
      say("Connected with the local service's own key.");
      connected(checked);
    } else fail(checked ? keyTestWords(checked.failure) : "No local service found. Start it with npm start, or enter a key.");
  };

  return (
    <KeyForm
      field={keyField}
      note="The key is stored unencrypted on this device, for your profile only. It is sent only to the base URL and never saved in the workbook."
      problem={wrong && { message: wrong.message, ofKey: wrong.field === "key" }}
      submit={() => void submit()}
      busy={busy}
      saving={busy}
      canShow
      cancel={cancel}
      before={
        <>
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
            aria-invalid={wrong?.field === "url"}
            aria-describedby={wrong?.field === "url" ? `${KEY_PROBLEM} url-note` : "url-note"}
            onInput={(e) => setUrl(e.currentTarget.value)}
          />
          <p id="url-note" class="quiet">
            URL of the service. Must be https, except on this computer.
          </p>
        </>
      }
    >
      {host.localOrigin && !cancel && (
        <button type="button" aria-disabled={busy} onClick={() => void useLocal()}>
          Use the local service
        </button>
      )}
    </KeyForm>
  );
}
