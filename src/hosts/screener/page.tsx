import { useEffect, useRef, useState } from "preact/hooks";
import { counted } from "../../contract/counted";
import { KEY_PLACE_WORDS } from "../../pane/account/account-words";
import { ConnectionForm } from "../../pane/account/connection-form";
import { RemoveKey } from "../../pane/account/key-in-use";
import { ConnectionBadge } from "../../pane/connection/connection-badge";
import { connectionLine } from "../../pane/connection/connection-line";
import { ServiceStopped } from "../../pane/connection/service-stopped";
import { CopyButton } from "../../pane/export/copy-button";
import { useStatusLine } from "../../pane/frame/use-status-line";
import { useAttempt } from "../../pane/hooks/use-attempt";
import { useChanges } from "../../pane/hooks/use-changes";
import { TryAgain } from "../../pane/notices/notice";
import { download } from "../../web-page/download";
import { ColumnsMenu } from "./columns-menu";
import { ActiveFilters, FilterPanel, NotApplied } from "./filter-panel";
import { PAGE, requestOf } from "./query";
import type { ScreenRow } from "./reply";
import { Listed, Paging } from "./results-table";
import { RowDetails, SourcesOfPage } from "./row-details";
import type { ScreenerHost } from "./screener-host";
import { type QueryEdits, type Screen, useQuery, useRetry, useScreen } from "./use-screen";
import { Alert, Button, Section } from "../../pane/elements";

/** The key in use, and how to change or remove it. */
function KeyDialog({ host, say, close }: { readonly host: ScreenerHost; readonly say: (sentence: string) => void; readonly close: () => void }) {
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
            <Button words="Keep this key" act={end} />
          </RemoveKey>
          <h3>Use another key</h3>
        </>
      )}
      <ConnectionForm host={host} say={say} connected={end} cancel={end} />
    </dialog>
  );
}

/** Spreadsheets read a file as UTF-8 only if it begins with this mark. */
const BYTE_ORDER_MARK = "\ufeff";
const RESULTS = "results";

/** The screener: filters beside the table of the names that meet them. The address keeps the filters. */
export function ScreenerPage({ host }: { readonly host: ScreenerHost }) {
  useChanges(host);
  const edits = useQuery();
  const [keyOpen, setKeyOpen] = useState(false);
  const { status, say } = useStatusLine();
  const connection = host.connection();
  const screen = useScreen(host, connection.kind === "connected" ? requestOf(edits.query, "page") : undefined);
  const origin = screen.sample ? "sample" : screen.reply ? "published" : undefined;
  const line = connectionLine({ ...host, origin }, host.now());
  useRetry(host, screen.again);
  return (
    <div class="sc">
      <a class="sc-skip" href={`#${RESULTS}`}>
        Skip to the results
      </a>
      <header class="split sc-bar">
        <div class="buttons sc-brand">
          <img src="assets/icon-40.png" alt="" width={24} height={24} />
          <h1>SERVICE screener</h1>
          <ConnectionBadge line={line} press={() => (line.kind === "connected" || connection.kind === "none" ? say(line.more) : setKeyOpen(true))} />
        </div>
        <nav class="buttons" aria-label="Pages">
          <a href="workbench.html">Workbench</a>
          <a href="help.html">Functions</a>
          {connection.kind === "connected" && <Button class="link" words="API key" act={() => setKeyOpen(true)} />}
        </nav>
      </header>
      {connection.kind === "none" ? (
        <main class="sc-connect" id={RESULTS}>
          <Section id="connect-title" heading="Add your API key">
            <p>The screener lists names by their figures. It uses the same key as the workbench.</p>
            <ConnectionForm host={host} say={say} connected={() => say("Connected.")} />
          </Section>
        </main>
      ) : (
        <div class="sc-body">
          <FilterPanel {...edits} />
          <Results host={host} edits={edits} screen={screen} say={say} />
        </div>
      )}
      <p class="said" role="status" aria-live="polite">
        {status}
      </p>
      {keyOpen && <KeyDialog host={host} say={say} close={() => setKeyOpen(false)} />}
    </div>
  );
}

interface ResultsProps {
  readonly host: ScreenerHost;
  readonly edits: QueryEdits;
  readonly screen: Screen;
  readonly say: (sentence: string) => void;
}

/** The names that meet all filters, and what can be done with them. */
function Results({ host, edits, screen, say }: ResultsProps) {
  const [details, setDetails] = useState<ScreenRow | undefined>();
  const saving = useAttempt(say);
  const { query, change, choose, go } = edits;
  const { reply, loading, problem } = screen;
  const canSave = reply !== undefined && reply.count > 0;
  const save = () =>
    void saving.run(async () => {
      const file = await host.fetchFile(requestOf(query, "csv"));
      if (!file.ok) return saving.refuse(file.message);
      download(new TextEncoder().encode(BYTE_ORDER_MARK + file.body), "screen.csv", "text/csv");
      say("screen.csv is downloaded, with the date, source and caveats of each figure.");
    }, "The file could not be downloaded. Try again.");
  return (
    <>
      <main class="stack sc-main" id={RESULTS} tabIndex={-1}>
        <div class="buttons sc-tools">
          <p class="sc-count" role="status">
            {countWords(screen)}
          </p>
          <label class="sc-day">
            As of
            <input type="date" value={query.asOf} onChange={(e) => change({ asOf: e.currentTarget.value })} />
          </label>
          <ColumnsMenu columns={query.columns} choose={choose} />
          <CopyButton text={() => location.href} copied="Link copied. It keeps filters, sorting and columns, and has no key." say={say}>
            Copy link
          </CopyButton>
          <Button class="primary" aria-disabled={saving.busy || !canSave} words={saving.busy ? "Downloading…" : "Download CSV"} act={() => canSave && save()} />
        </div>
        <Alert message={saving.problem} />
        <ActiveFilters {...edits} />
        <NotApplied {...edits} />
        <ServiceStopped host={host} say={say} />
        {problem !== undefined && <TryAgain message={problem} again={screen.again} />}
        {!reply && loading && <Waiting />}
        {reply && <Listed reply={reply} edits={edits} loading={loading} open={setDetails} />}
        {reply && reply.count > PAGE && <Paging query={query} count={reply.count} go={go} />}
        {reply && reply.rows.length > 0 && <SourcesOfPage reply={reply} />}
      </main>
      {details && reply && <RowDetails row={details} attribution={reply.attribution} close={() => setDetails(undefined)} />}
    </>
  );
}

function countWords({ reply, loading, problem }: Screen): string {
  if (loading) return "Loading…";
  if (problem !== undefined) return "Not loaded";
  if (!reply) return "";
  return reply.count === reply.names ? counted(reply.names, "name") : `${reply.count.toLocaleString("en-US")} of ${counted(reply.names, "name")}`;
}

function Waiting() {
  return (
    <div class="stack sc-empty">
      <progress aria-label="Loading" />
      <p>Loading the names. The first request after an import computes every figure and takes some seconds.</p>
    </div>
  );
}
