import type { Quota } from "../../contract/rate-headers";
import type { Status } from "../../contract/wire";
import { inWords } from "../../core/in-words";
import { Meter } from "./meter";

/** Plan and quotas of the key. Rate headers of later requests are newer than the status and replace it member by member. */
export function PlanAndQuota({ status, latest }: { readonly status: Status; readonly latest: Quota | undefined }) {
  const { quota } = status;
  const minuteLimit = latest?.minuteLimit ?? quota.minute_limit;
  const monthLimit = latest?.monthLimit ?? quota.monthly_limit;
  return (
    <section aria-labelledby="plan">
      <h2 id="plan">Plan and quota</h2>
      <dl>
        <dt>Plan</dt>
        <dd>{status.plan}</dd>
        <dt>Service date</dt>
        <dd>{inWords(status.as_of)}</dd>
      </dl>
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
    </section>
  );
}
