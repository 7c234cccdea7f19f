import type { Quota } from "../../contract/rate-headers";
import type { Status } from "../../contract/wire";
import { inWords } from "../../core/in-words";
import { withSeparators } from "../../contract/counted";
import { capital } from "../../contract/text";
import { Facts } from "../fields/facts";
import { originInWords, familiesSummary } from "./account-words";
import { Section } from "../elements";

/** Titles of families whose id is too short to be clear. */
const NAMES: Readonly<Record<string, string>> = {
  "as-of": "As-of dates",
  cot: "Commitments of traders",
  curve: "Treasury curve",
  holders13f: "13F holders",
  macro: "Macro series",
  "onchain-risk": "On-chain risk",
  osint: "Open-source reports",
  surprise: "Economic surprise",
  tic: "Foreign holders of Treasury securities",
};

const named = (family: string): string => {
  const known = NAMES[family];
  if (known) return known;
  const words = family.replace(/[_-]+/g, " ");
  return capital(words);
};

/** Which families serve published and which sample data. The list is collapsed; the warning is always visible. */
export function Families({ status, firstSteps }: { readonly status: Status; /** True if First steps are offered below. */ readonly firstSteps: boolean }) {
  const { families } = status;
  return (
    <Section id="families" heading="Where the data comes from">
      {status.sample && (
        <p class="warning">
          Some answers use sample data: generated, not published. Do not quote them.{firstSteps && " First steps below gets published data."}
        </p>
      )}
      <details>
        <summary>{familiesSummary(families)}</summary>
        <ul class="list families">
          {families.map((f) => (
            <li key={f.family} class="split whole">
              <span>{named(f.family)}</span>
              <span class="quiet">{originInWords(f)}</span>
            </li>
          ))}
        </ul>
      </details>
    </Section>
  );
}

interface MeterProps {
  readonly label: string;
  readonly used: number;
  readonly limit: number;
  /** What to do when little is left; shown from 70 % on. */
  readonly advice: string;
}

const warning = (percent: number): string =>
  percent >= 100 ? "Used up" : `${percent >= 90 ? "Nearly used up" : "Running low"}: ${Math.floor(percent)} % used`;

/** Level of a quota; each level has a word, because color alone is not accessible. */
const levelOf = (percent: number): "fine" | "high" | "critical" => (percent >= 90 ? "critical" : percent >= 70 ? "high" : "fine");

/** One quota: numbers, a bar, and a warning from 70 and 90 % used. */
function Meter({ label, used, limit, advice }: MeterProps) {
  const percent = limit > 0 ? Math.min(100, Math.max(0, (used / limit) * 100)) : 100;
  const level = levelOf(percent);
  const text = `${withSeparators(used)} of ${withSeparators(limit)} used`;
  return (
    <div class={`stack close meter ${level}`}>
      <div class="split">
        <span>{label}</span>
        <span>{text}</span>
      </div>
      <div class="bar" role="meter" aria-label={label} aria-valuemin={0} aria-valuemax={limit} aria-valuenow={Math.min(used, limit)} aria-valuetext={text}>
        <div style={{ width: `${percent}%` }} />
      </div>
      {level !== "fine" && (
        <p class={level === "critical" ? "problem" : "warning"}>
          {warning(percent)}. {advice}
        </p>
      )}
    </div>
  );
}

/** Plan and quotas of the key. Rate headers of later requests are newer than the status and replace it member by member. */
export function PlanAndQuota({ status, latest }: { readonly status: Status; readonly latest: Quota | undefined }) {
  const { quota } = status;
  const minuteLimit = latest?.minuteLimit ?? quota.minute_limit;
  const monthLimit = latest?.monthLimit ?? quota.monthly_limit;
  return (
    <Section id="plan" heading="Plan and quota">
      <Facts
        of={[
          ["Plan", status.plan],
          ["Service date", inWords(status.as_of)],
        ]}
      />
      <Meter
        label="Requests this minute"
        used={minuteLimit - (latest?.minuteRemaining ?? quota.minute_remaining)}
        limit={minuteLimit}
        advice="Requests wait and continue automatically."
      />
      <Meter
        label="Requests this month"
        used={latest?.monthUsed ?? quota.monthly_used}
        limit={monthLimit}
        advice={`It resets on ${inWords(quota.resets_at)}.`}
      />
      {status.counting_off && <p>{status.counting_off}</p>}
    </Section>
  );
}
