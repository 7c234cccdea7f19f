import { useEffect, useRef } from "preact/hooks";
import { ConnectionForm } from "../../pane/account/connection-form";
import { KEY_PLACE_WORDS } from "../../pane/account/account-words";
import { RemoveKey } from "../../pane/account/remove-key";
import type { ScreenerHost } from "./screener-host";

interface KeyDialogProps {
  readonly host: ScreenerHost;
  readonly say: (sentence: string) => void;
  readonly close: () => void;
}

/** The key in use, and how to change or remove it. */
export function KeyDialog({ host, say, close }: KeyDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => dialog.current?.showModal(), []);
  const end = () => dialog.current?.close();
  const state = host.connection();
  const remove = async () => {
    say((await host.remove()) ?? "Key removed.");
    end();
  };
  return (
    <dialog ref={dialog} class="sc-dialog sc-key" aria-labelledby="key-title" onClose={close}>
      <h2 id="key-title">API key</h2>
      {state.kind === "connected" && (
        <>
          <p class="quiet">{KEY_PLACE_WORDS[state.place]}</p>
          <RemoveKey
            question="Remove the key from this browser? The workbench uses the same key."
            remove={() => void remove()}
            offered={state.place !== "local"}
          >
            <button type="button" onClick={end}>
              Keep this key
            </button>
          </RemoveKey>
          <h3>Use another key</h3>
        </>
      )}
      <ConnectionForm host={host} say={say} connected={end} cancel={end} />
    </dialog>
  );
}
