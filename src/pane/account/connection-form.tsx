import { useRef, useState } from "preact/hooks";
import { readBaseUrl } from "./base-url";
import type { Checked } from "./check-service";
import { hostedServiceUrl } from "./hosted-service-url";
import { KEY_PLACE_WORDS } from "./key-place-words";
import type { PaneHost } from "../pane-host";

interface ConnectionFormProps {
  readonly host: PaneHost;
  readonly say: (sentence: string) => void;
  /** Called once a key is in use, with what the service said. */
  readonly connected: (checked: Checked) => void;
  /** Present where a working connection can be gone back to. */
  readonly cancel?: () => void;
}

type Wrong = { readonly field: "url" | "key"; readonly message: string } | { readonly field?: undefined; readonly message: string };

/** Base URL and key. Both are tested with the service first; after a failure nothing is kept and the fields stand as they were. */
export function ConnectionForm({ host, say, connected, cancel }: ConnectionFormProps) {
  const state = host.connection();
  const [url, setUrl] = useState(state.kind === "connected" ? state.baseUrl : (host.localOrigin ?? hostedServiceUrl() ?? ""));
  const [key, setKey] = useState("");
  const [shown, setShown] = useState(false);
  const [busy, setBusy] = useState(false);
  const [wrong, setWrong] = useState<Wrong | undefined>();
  const urlField = useRef<HTMLInputElement>(null);
  const keyField = useRef<HTMLInputElement>(null);

  const fail = (problem: Wrong) => {
    // The alert speaks now.
    say("");
    setWrong(problem);
    (problem.field === "url" ? urlField : keyField).current?.focus();
  };

  const submit = async (event: Event) => {
    event.preventDefault();
    if (busy) return;
    const base = readBaseUrl(url);
    if (!base.ok) return fail({ field: "url", message: base.message });
    if (key.trim() === "") return fail({ field: "key", message: "Enter your API key." });
    setWrong(undefined);
    setBusy(true);
    say("Testing the key with the service.");
    const checked = await host.check(base.url, key.trim());
    if (checked.ok) {
      const place = await host.save(base.url, key.trim());
      setKey("");
      say(place === "memory" ? `Connected. ${KEY_PLACE_WORDS.memory}` : "Connected. The key is saved.");
      connected(checked);
    } else fail({ message: checked.message });
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
    } else fail({ message: checked?.message ?? "No local service gives a key here. Start it with npm start, or enter a key." });
  };

  const described = (field: "url" | "key") =>
    [wrong?.field === field ? "connection-problem" : "", field === "key" ? "key-note" : "url-note"].filter(Boolean).join(" ");
  return (
    <form class="connection" noValidate onSubmit={(e) => void submit(e)}>
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
        aria-describedby={described("url")}
        onInput={(e) => setUrl(e.currentTarget.value)}
      />
      <p id="url-note" class="quiet">
        Where the service is. It must be https, except on this computer.
      </p>
      <label for="api-key">API key</label>
      <div class="with-button">
        <input
          id="api-key"
          ref={keyField}
          {...(shown ? { type: "text" as const } : { type: "password" as const })}
          autocomplete="off"
          autocapitalize="off"
          spellcheck={false}
          value={key}
          aria-invalid={wrong?.field === "key"}
          aria-describedby={described("key")}
          onInput={(e) => setKey(e.currentTarget.value)}
        />
        <button type="button" class="small" aria-pressed={shown} aria-label="Show key" onClick={() => setShown(!shown)}>
          {shown ? "Hide" : "Show"}
        </button>
      </div>
      <p id="key-note" class="quiet">
        The key is kept unencrypted, on this device and for your profile only; never in the workbook, and it is sent to the base URL alone.
      </p>
      <div role="alert">
        {wrong && (
          <p id="connection-problem" class="problem">
            {wrong.message}
          </p>
        )}
      </div>
      <div class="buttons">
        <button type="submit" class="primary" aria-disabled={busy}>
          {busy ? "Testing…" : "Test and save"}
        </button>
        {cancel && (
          <button type="button" onClick={cancel}>
            Cancel
          </button>
        )}
        {host.localOrigin && !cancel && (
          <button type="button" aria-disabled={busy} onClick={() => void useLocal()}>
            Use the local service
          </button>
        )}
      </div>
    </form>
  );
}
