import { useEffect, useRef } from "preact/hooks";
import { caveatWords } from "../../contract/caveat-words";
import { Button } from "../../pane/elements";
import { SCREENER_FIELDS } from "../../contract/screener";
import { type ScreenReply, type ScreenRow, wholeText, withUnit } from "./reply";

interface RowDetailsProps {
  readonly row: ScreenRow;
  readonly attribution: ScreenReply["attribution"];
  readonly close: () => void;
}

/** Where the figures of one name come from: whole value, date, source and caveats, or why a figure is not known. */
export function RowDetails({ row, attribution, close }: RowDetailsProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => dialog.current?.showModal(), []);
  const origins = SCREENER_FIELDS.flatMap(({ name }) => (name in row.values ? (row.provenance[name] ?? []) : []));
  const caveats = [...new Set(origins.flatMap((origin) => origin.caveats ?? []))].sort();
  const sources = [...new Set(origins.map(({ source }) => source))].sort();
  return (
    <dialog
      ref={dialog}
      class="sc-dialog"
      aria-labelledby="details-title"
      onClose={close}
      onClick={(e) => e.target === dialog.current && dialog.current?.close()}
    >
      <div class="split whole sc-dialog-head">
        <h2 id="details-title">
          {row.ticker}
          {row.name !== null && <span class="sc-dialog-name"> {row.name}</span>}
        </h2>
        <Button class="small" words="Close" act={() => dialog.current?.close()} />
      </div>
      <div class="stack sc-dialog-scroll" tabIndex={0} role="region" aria-label="Figures and sources">
        <Figures row={row} />
        {sources.length > 0 && <h3>Sources</h3>}
        <Points texts={sources.map((source) => `${source}: ${attribution[source] ?? "no attribution given"}`)} />
        {caveats.length > 0 && <h3>Caveats</h3>}
        <Points texts={caveats.map(caveatWords)} />
      </div>
    </dialog>
  );
}

/** A list of sentences; nothing for none. */
const Points = ({ texts, quiet = false }: { readonly texts: readonly string[]; readonly quiet?: boolean }) =>
  texts.length === 0 ? null : (
    <ul class={quiet ? "points quiet" : "points"}>
      {texts.map((text) => (
        <li key={text}>{text}</li>
      ))}
    </ul>
  );

function Figures({ row }: Pick<RowDetailsProps, "row">) {
  return (
    <table>
      <thead>
        <tr>
          <th scope="col">Figure</th>
          <th scope="col" class="number">
            Value
          </th>
          <th scope="col">Date</th>
          <th scope="col" class="piece">
            Source
          </th>
        </tr>
      </thead>
      <tbody>
        {SCREENER_FIELDS.filter(({ name }) => name in row.values).map((field) => {
          const value = row.values[field.name];
          const origin = row.provenance[field.name];
          return (
            <tr key={field.name}>
              <th scope="row">{field.label}</th>
              <td class="number">
                {value === null || value === undefined ? <span class="sc-none">{row.reasons[field.name]}</span> : withUnit(wholeText(value, field), field)}
              </td>
              <td class="piece">{origin?.observation_date ?? ""}</td>
              <td class="piece">{origin ? (origin.sample ? "sample" : origin.source) : ""}</td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}

/** The attribution and the caveats of all shown figures. */
export function SourcesOfPage({ reply }: { readonly reply: ScreenReply }) {
  const sources = Object.entries(reply.attribution);
  return (
    <footer class="stack close sc-sources">
      <p class="quiet">Confirmed {reply.asOf.slice(0, 16).replace("T", " ")} UTC. Descriptive data, no investment advice.</p>
      {sources.map(([source, text]) => (
        <p key={source} class="quiet">
          <strong>{source}</strong>: {text}
        </p>
      ))}
      {reply.caveats.length > 0 && (
        <details>
          <summary class="quiet">Caveats of these figures ({reply.caveats.length})</summary>
          <Points texts={reply.caveats.map(caveatWords)} quiet />
        </details>
      )}
    </footer>
  );
}
