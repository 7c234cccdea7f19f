import type { ComponentChildren } from "preact";
import { Facts } from "../fields/facts";
import { Confirm, useConfirm } from "../notices/confirm";
import { Notice } from "../notices/notice";
import type { KeyPlace } from "../pane-host";
import type { TabProps } from "../tab";
import { KEY_PLACE_WORDS } from "./account-words";
import { Button } from "../elements";

interface RemoveKeyProps {
  /** Question to confirm, with the effect on cells. */
  readonly question: string;
  readonly remove: () => void;
  /** False if there is nothing to remove. */
  readonly offered: boolean;
  /** The buttons beside it. */
  readonly children: ComponentChildren;
}

/** Removes the key after a confirmation. */
export function RemoveKey({ question, remove, offered, children }: RemoveKeyProps) {
  const { asking, setAsking, starter } = useConfirm();
  if (asking)
    return (
      <Confirm label="Remove the key?" question={question} close={() => setAsking(false)}>
        <Button words="Keep" act={() => setAsking(false)} />
        <Button class="danger" words="Remove key now" act={remove} />
      </Confirm>
    );
  return (
    <div class="buttons">
      {children}
      {offered && <Button ref={starter} words="Remove key" act={() => setAsking(true)} />}
    </div>
  );
}

interface OwnersKeyProps extends Pick<TabProps, "show"> {
  /** False if the script was built without the service's address. */
  readonly isBuilt: boolean;
  /** True after a key was saved. */
  readonly isNew: boolean;
}

/** Whose key the cells of a spreadsheet use, and what to do after a key is saved, because its cells do not recalculate by themselves. */
export function OwnersKey({ isBuilt, isNew, show }: OwnersKeyProps) {
  return (
    <>
      {!isBuilt && (
        <div class="warning">
          <p>This script was built without a service address. Build it with one and push it again:</p>
          <p>
            <code>
              npm run sheets:build -- <span class="piece">--base-url https://…</span>
            </code>
          </p>
        </div>
      )}
      <p>
        Cells always use the key of the spreadsheet's owner. Your key is used when you refresh, view sources or preview formulas, and in cells if you own the
        spreadsheet.
      </p>
      {isNew && (
        <Notice button="Go to Refresh" act={() => show("refresh", "problems")}>
          Cells that show n/a or an error do not update automatically: refresh errors and reasons. If somebody else owns the spreadsheet, your key does not
          change its cells.
        </Notice>
      )}
    </>
  );
}

interface KeyInUseProps extends Pick<TabProps, "host" | "say"> {
  readonly baseUrl: string;
  readonly place: KeyPlace;
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
      <Facts of={[["Service", baseUrl]]} />
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
        <Button words="Use another key" act={change} />
      </RemoveKey>
    </>
  );
}
