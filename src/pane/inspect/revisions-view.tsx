import { useState } from "preact/hooks";
import { isRecord } from "../../contract/json";
import { isIsoMoment, type IsoDate } from "../../contract/dates";
import { PUBLICATION_BASES } from "../../contract/publication";
import type { Series } from "../../contract/series";
import type { Published } from "../../core/outcome";
import { numberWords, publicWords, unitWords } from "../../sources/answer-words";
import { useLoaded, type Loaded } from "../hooks/use-loaded";
import { TryAgain } from "../notices/notice";
import type { PaneHost } from "../pane-host";
import { paneWords } from "../pane-words";
import { PAUSE_MS } from "./history";
import type { TabProps } from "../tab";

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

async function readVersions(host: PaneHost, series: Series, date: IsoDate, signal: AbortSignal): Promise<Loaded<readonly Version[]>> {
  const asOf = host.asOf();
  const asked = new URLSearchParams({ date, ...(asOf === undefined ? {} : { as_of: asOf }) });
  const fetched = await host.fetch(`/v1/macro/fred/${encodeURIComponent(series.id)}/revisions?${asked}`, signal);
  if (!fetched.ok) return fetched;
  const data = isRecord(fetched.body) ? fetched.body.data : undefined;
  return Array.isArray(data) ? { ok: true, value: data.flatMap(versionOf) } : { ok: false, message: paneWords({ code: "broken_reply" }) };
}

interface RevisionsViewProps extends Pick<TabProps, "host"> {
  readonly series: Series;
  /** The observation date. */
  readonly date: IsoDate;
  /** Of the answer: another number means that there is a newer value to fetch. */
  readonly revisions: number;
}

/** The values that an observation has had, and when each became public. */
export function RevisionsView({ host, series, date, revisions }: RevisionsViewProps) {
  const [attempt, setAttempt] = useState(0);
  const read = useLoaded((signal) => readVersions(host, series, date, signal), [host, series.id, date, revisions, host.asOf(), attempt], { pauseMs: PAUSE_MS });
  const nameOf = (i: number, { firstUnknown }: Version): string => (i > 0 ? "Revised to" : firstUnknown ? "First value here" : "First published");
  return (
    <div class="stack inspect-history">
      <h3>Published values of {date}</h3>
      {!read && <p class="quiet">Loading the published values…</p>}
      {read?.ok === false && <TryAgain message={read.message} again={() => setAttempt(attempt + 1)} />}
      {read?.ok && (
        <ol>
          {read.value.map((version, i) => (
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
