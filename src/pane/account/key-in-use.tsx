import { KEY_PLACE_WORDS } from "./key-place-words";
import type { KeyPlace, PaneHost } from "../pane-host";
import { RemoveKey } from "./remove-key";

interface KeyInUseProps {
  readonly host: PaneHost;
  readonly baseUrl: string;
  readonly place: KeyPlace;
  readonly say: (sentence: string) => void;
  /** Called after a removal, with why a copy of the key is left, and what to do. */
  readonly left: (why: string | undefined) => void;
  readonly change: () => void;
}

/** The service in use, where its key is stored, and how to change or remove it. */
export function KeyInUse({ host, baseUrl, place, say, left, change }: KeyInUseProps) {
  const remove = async () => {
    const why = await host.remove();
    left(why);
    const cells = place === "google" ? "" : " Cells ask for a key until you add one.";
    say(why === undefined ? `Key removed.${cells}${host.localOrigin ? " When the pane opens again, the local service's own key is used." : ""}` : "");
  };

  return (
    <>
      <dl>
        <dt>Service</dt>
        <dd>{baseUrl}</dd>
      </dl>
      <p class={place === "memory" ? "warning" : "quiet"}>{KEY_PLACE_WORDS[place]}</p>
      <RemoveKey
        question={
          place === "google"
            ? "Remove your key? Cells keep their values until they recalculate. Your scheduled refresh fails until you save another key."
            : "Remove the key from this device? Cells keep their values until they recalculate."
        }
        remove={() => void remove()}
        offered={place !== "local"}
      >
        <button type="button" onClick={change}>
          Use another key
        </button>
      </RemoveKey>
    </>
  );
}
