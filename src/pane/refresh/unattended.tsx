import { useEffect, useState } from "preact/hooks";
import { useAttempt } from "../hooks/use-attempt";
import { Alert } from "../notices/alert";
import type { UnattendedPlan, UnattendedState } from "../../workbook/unattended";
import type { Spreadsheet } from "../spreadsheet";
import type { TabProps } from "../tab";
import { hourWords, scheduleWords } from "./unattended-words";

const HOURS = Array.from({ length: 24 }, (_, hour) => hour);
/** Default hour of a daily refresh. */
const FIRST_HOUR = 7;

/** The refresh of a spreadsheet while nobody has it open: off, every hour or every day, with the result of the last run. */
export function Unattended({ schedule, say }: Pick<TabProps, "say"> & Pick<Spreadsheet, "schedule">) {
  const [state, setState] = useState<UnattendedState | undefined>();
  const { busy, problem, run: attempt } = useAttempt(say);
  const [every, setEvery] = useState<UnattendedPlan["every"]>("day");
  const [hour, setHour] = useState(FIRST_HOUR);

  const send = (call: () => Promise<UnattendedState>, sentence?: (now: UnattendedState) => string) =>
    void attempt(async () => {
      const now = await call();
      setState(now);
      if (now.schedule) setEvery(now.schedule.every);
      if (now.schedule?.every === "day") setHour(now.schedule.hour);
      if (sentence) say(sentence(now));
    }, "The schedule could not be read or set. Try again.");
  const load = () => send(() => schedule.read());
  useEffect(load, [schedule]);
  const wanted: UnattendedPlan = every === "day" ? { every, hour } : { every };
  const same = JSON.stringify(state?.schedule) === JSON.stringify(wanted);

  return (
    <section aria-labelledby="schedule-title">
      <h2 id="schedule-title">Automatic</h2>
      {!state && !problem && <p class="quiet">Loading…</p>}
      {state && (
        <>
          <p>{scheduleWords(state)}</p>
          <form
            class="unattended-form"
            noValidate
            onSubmit={(e) => {
              e.preventDefault();
              if (!same) send(() => schedule.set(wanted), scheduleWords);
            }}
          >
            <div class="field">
              <label for="schedule-every">Refresh the whole book</label>
              <select
                id="schedule-every"
                value={every}
                aria-describedby={every === "hour" ? "schedule-limit" : undefined}
                onChange={(e) => setEvery(e.currentTarget.value === "hour" ? "hour" : "day")}
              >
                <option value="hour">Every hour</option>
                <option value="day">Every day</option>
              </select>
              {every === "hour" && (
                <p id="schedule-limit" class="quiet">
                  Google limits all your scheduled runs to about 90 minutes a day, 6 hours with Workspace. If one refresh takes more than three minutes, choose
                  every day.
                </p>
              )}
            </div>
            {every === "day" && (
              <div class="field">
                <label for="schedule-hour">Between</label>
                <select id="schedule-hour" value={String(hour)} aria-describedby="schedule-zone" onChange={(e) => setHour(Number(e.currentTarget.value))}>
                  {HOURS.map((h) => (
                    <option key={h} value={String(h)}>
                      {hourWords(h)}
                    </option>
                  ))}
                </select>
                <p id="schedule-zone" class="quiet">
                  In the spreadsheet's time zone, {state.timeZone}. Google chooses the minute.
                </p>
              </div>
            )}
            <div class="buttons">
              <button type="submit" aria-disabled={busy || same}>
                {state.schedule ? "Change" : "Start"}
              </button>
              {state.schedule && (
                <button type="button" aria-disabled={busy} onClick={() => send(() => schedule.stop(), scheduleWords)}>
                  Stop
                </button>
              )}
            </div>
          </form>
          {state.lastRun !== undefined && (
            <div class="unattended-last">
              <h3>Last run</h3>
              <p>{state.lastRun}</p>
            </div>
          )}
        </>
      )}
      <Alert message={problem} button={state ? undefined : "Try again"} act={load} />
      <p class="quiet">It runs at Google, even if the spreadsheet is closed. A scheduled run uses the key of the person who set it.</p>
    </section>
  );
}
