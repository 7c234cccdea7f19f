import { useEffect, useState } from "preact/hooks";
import { counted } from "../../contract/counted";
import type { LeftOutPublisher, PublisherUpdate } from "../../contract/local-update";
import { LineToType } from "../connection/service-stopped";
import { useChanges } from "../hooks/use-changes";
import type { TabProps } from "../tab";
import { ProgressBar } from "../work/progress-bar";
import { publisherWords, updateProgress, updateResultWords, updaterOf } from "./updater";
import { Alert, Button } from "../elements";

const MARKS: Readonly<Record<PublisherUpdate["state"], string>> = { waiting: "○", running: "◐", done: "✓", failed: "✕", not_fetched: "–" };

function Publisher({ publisher, hasEnded }: { readonly publisher: PublisherUpdate; readonly hasEnded: boolean }) {
  return (
    <li class={`update-${publisher.state}`}>
      <span class="update-mark" aria-hidden="true">
        {MARKS[publisher.state]}
      </span>
      <div>
        <p>{publisher.name}</p>
        <p class="quiet">{publisherWords(publisher, hasEnded)}</p>
        {publisher.messages.length > 0 && (
          <p class="update-message">
            {publisher.messages[0]}
            {publisher.messages.length > 1 && ` And ${publisher.messages.length - 1} more.`}
          </p>
        )}
      </div>
    </li>
  );
}

function LeftOut({ publisher: { name, why, lines }, say }: { readonly publisher: LeftOutPublisher; readonly say: TabProps["say"] }) {
  return (
    <li class="stack close">
      <p>{name}</p>
      <p class="quiet">{why}</p>
      {lines.map((line) => (
        <LineToType key={line} line={line} say={say} />
      ))}
    </li>
  );
}

/** Starts an update of the service on this computer, shows each publisher's progress, and cancels it. */
export function UpdateView({ host, say }: Pick<TabProps, "host" | "say">) {
  const updater = updaterOf(host);
  useChanges(updater);
  const [contact, setContact] = useState("");
  useEffect(() => void updater.show(), [updater]);
  const { update, problem } = updater.state();
  const running = update?.phase === "running" || update?.phase === "stopping";
  const result = update && !running ? updateResultWords(update) : undefined;
  const started = running || update?.ended !== undefined;
  const start = async () => {
    await updater.start(contact.trim() === "" ? undefined : contact.trim());
    // The alert says why it did not start.
    const { update: now, problem: refused } = updater.state();
    if (refused === undefined && now?.phase === "running") say("Fetching published data. This takes a few minutes; you can keep working.");
  };
  return (
    <div class="stack">
      {running && update && (
        <>
          <ProgressBar label={update.phase === "stopping" ? "Cancelling" : "Publishers"} {...updateProgress(update)} />
          <Button aria-disabled={update.phase === "stopping"} words="Cancel" act={() => updater.cancel()} />
        </>
      )}
      {result !== undefined && <p class={update?.ended === "failed" ? "problem" : "note"}>{result}</p>}
      {update?.phase === "elsewhere" && <p class="note">Another command updates this data now. Its rows appear when the cells refresh.</p>}
      <Alert message={problem} />
      {update && !running && update.phase !== "elsewhere" && (
        <>
          <div class="field">
            <label for="update-contact">Your e-mail address, for the SEC</label>
            <input
              id="update-contact"
              type="email"
              autocomplete="email"
              value={contact}
              placeholder="you@example.org"
              aria-describedby="update-contact-why"
              onInput={(e) => setContact(e.currentTarget.value)}
            />
            <p id="update-contact-why" class="quiet">
              Optional. The SEC requires a contact with each request; without one its filings are not fetched. Publishers see it; it is not stored.
            </p>
          </div>
          <Button class="primary" words={update.ended === undefined || update.ended === "nothing_due" ? "Start fetching" : "Fetch again"} act={start} />
        </>
      )}
      {update && update.publishers.length > 0 && (
        <details open={started}>
          <summary>{started ? "Publishers" : `${counted(update.publishers.length, "publisher")} to fetch from`}</summary>
          <ul class="list update-publishers" aria-label="Publishers">
            {update.publishers.map((publisher) => (
              <Publisher key={publisher.id} publisher={publisher} hasEnded={started && !running} />
            ))}
          </ul>
        </details>
      )}
      {update && update.leftOut.length > 0 && (
        <details>
          <summary>{counted(update.leftOut.length, "publisher needs", "publishers need")} your key or consent</summary>
          <ul class="list">
            {update.leftOut.map((publisher) => (
              <LeftOut key={publisher.id} publisher={publisher} say={say} />
            ))}
          </ul>
        </details>
      )}
    </div>
  );
}
