import { useEffect, useRef, useState } from "preact/hooks";
import { KEY_PLACE_WORDS } from "./key-place-words";
import type { KeyPlace, PaneHost } from "../pane-host";

interface KeyInUseProps {
  readonly host: PaneHost;
  readonly baseUrl: string;
  readonly place: KeyPlace;
  readonly say: (sentence: string) => void;
  readonly change: () => void;
}

/** Which service is in use, where its key is, and how to change or remove it. Removal is confirmed in place: dialogs are blocked in panes. */
export function KeyInUse({ host, baseUrl, place, say, change }: KeyInUseProps) {
  const [asking, setAsking] = useState(false);
  const keep = useRef<HTMLButtonElement>(null);
  const removeButton = useRef<HTMLButtonElement>(null);
  const asked = useRef(false);
  useEffect(() => {
    if (asking) keep.current?.focus();
    else if (asked.current) removeButton.current?.focus();
    asked.current = asking;
  }, [asking]);

  const remove = async () => {
    const gone = await host.remove();
    say(
      gone
        ? `The key is removed. Cells ask for a key until there is one.${host.localOrigin ? " When the pane opens anew, the local service's own key is used." : ""}`
        : "The key is no longer used, but this device did not let the add-in erase its copy. Clear the site data of this page.",
    );
  };

  return (
    <>
      <dl>
        <dt>Service</dt>
        <dd class="address">{baseUrl}</dd>
      </dl>
      <p class={place === "memory" ? "warning" : "quiet"}>{KEY_PLACE_WORDS[place]}</p>
      {asking ? (
        <div class="confirm" role="group" aria-label="Remove the key?" onKeyDown={(e) => e.key === "Escape" && setAsking(false)}>
          <p>Remove the key from this device? Cells keep what they show until they are evaluated again.</p>
          <div class="buttons">
            <button type="button" ref={keep} onClick={() => setAsking(false)}>
              Keep it
            </button>
            <button type="button" class="danger" onClick={() => void remove()}>
              Remove key now
            </button>
          </div>
        </div>
      ) : (
        <div class="buttons">
          <button type="button" onClick={change}>
            Use another key
          </button>
          {place !== "local" && (
            <button type="button" ref={removeButton} onClick={() => setAsking(true)}>
              Remove key
            </button>
          )}
        </div>
      )}
    </>
  );
}
