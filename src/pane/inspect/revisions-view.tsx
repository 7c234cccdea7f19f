import { isRecord } from "../../contract/json";
import { useEffect, useState } from "preact/hooks";
import { isIsoMoment, type IsoDate } from "../../contract/dates";
import { PUBLICATION_BASES } from "../../contract/publication";
import type { Series } from "../../contract/series";
import type { Published } from "../../core/outcome";
import { TryAgain } from "../notices/try-again";
import type { PaneHost } from "../pane-host";
import { paneWords } from "../pane-words";
import { numberWords, publicWords, unitWords } from "../../sources/answer-words";

interface Version extends Pick<Published, "at" | "basis"> {
  readonly value: number | null;
  readonly firstUnknown: boolean;
}

function versionOf(raw: unknown): Version[] {
  if (!isRecord(raw) || !isRecord(raw.public)) return [];
  const { value, public: stated, first_value_unknown } = raw;
  const basis = PUBLICATION_BASES.find((known) => known === stated.basis);
  if (basis === undefined || typeof stated.at !== "string" || !isIsoMoment(stated.at) || !(value === null || typeof value === "number")) return [];
  return [{ value, at: stated.at, basis, firstUnknown: first_value_unknown === true }];
}

type State =
  | { readonly kind: "reading" }
  | { readonly kind: "failed"; readonly message: string }
  | { readonly kind: "read"; readonly versions: readonly Version[] };

const PAUSE_MS = 300;

interface RevisionsViewProps {
  readonly host: PaneHost;
  readonly series: Series;
  /** The observation date. */
  readonly date: IsoDate;
  /** Of the answer: another number means that there is a newer value to fetch. */
  readonly revisions: number;
}

/** The values that an observation has had, and when each became public. */
export function RevisionsView({ host, series, date, revisions }: RevisionsViewProps) {
  const [state, setState] = useState<State>({ kind: "reading" });
  const [attempt, setAttempt] = useState(0);
  const asOf = host.asOf();
  useEffect(() => {
    const controller = new AbortController();
    setState({ kind: "reading" });
    const read = async () => {
      const asked = new URLSearchParams({ date, ...(asOf === undefined ? {} : { as_of: asOf }) });
      const fetched = await host.fetch(`/v1/macro/fred/${encodeURIComponent(series.id)}/revisions?${asked}`, controller.signal);
      if (controller.signal.aborted) return;
      if (!fetched.ok) return setState({ kind: "failed", message: fetched.message });
      const data = isRecord(fetched.body) ? fetched.body.data : undefined;
      setState(Array.isArray(data) ? { kind: "read", versions: data.flatMap(versionOf) } : { kind: "failed", message: paneWords({ code: "broken_reply" }) });
    };
    const timer = setTimeout(() => void read(), PAUSE_MS);
    return () => {
      controller.abort();
      clearTimeout(timer);
    };
  }, [host, series.id, date, revisions, asOf, attempt]);
  const nameOf = (i: number, { firstUnknown }: Version): string => (i > 0 ? "Revised to" : firstUnknown ? "First value here" : "First published");
  return (
    <div class="inspect-history">
      <h3>Published values of {date}</h3>
      {state.kind === "reading" && <p class="quiet">Loading the published values…</p>}
      {state.kind === "failed" && <TryAgain message={state.message} again={() => setAttempt(attempt + 1)} />}
      {state.kind === "read" && (
        <ol>
          {state.versions.map((version, i) => (
            <li key={version.at}>
              {nameOf(i, version)}: <b>{version.value === null ? "missing" : `${numberWords(version.value, series.decimals)} ${unitWords(series.unit)}`}</b>,{" "}
              {publicWords(version)}
            </li>
          ))}
        </ol>
      )}
    </div>
  );
}
