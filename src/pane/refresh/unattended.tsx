import { useEffect, useState } from "preact/hooks";
import { SelectField } from "../fields/select-field";
import { useAttempt } from "../hooks/use-attempt";
import type { UnattendedPlan, UnattendedState } from "../../workbook/unattended";
import type { Spreadsheet } from "../spreadsheet";
import type { TabProps } from "../tab";
import { Alert, Button, Section } from "../elements";

const clock = (hour: number): string => `${String(hour % 24).padStart(2, "0")}:00`;

/** The hour in which a daily run starts: `07:00 and 08:00`. */
const hourWords = (hour: number): string => `${clock(hour)} and ${clock(hour + 1)}`;

/** The schedule in a sentence. */
function scheduleWords({ schedule, timeZone }: UnattendedState): string {
  if (!schedule) return "Off. You have set no automatic refresh here.";
  if (schedule.every === "hour") return "The whole book is refreshed every hour.";
  return `The whole book is refreshed every day between ${hourWords(schedule.hour)} (${timeZone}).`;
}

const EVERY: readonly (readonly [UnattendedPlan["every"], string])[] = [
  ["hour", "Every hour"],
  ["day", "Every day"],
];
const HOURS = Array.from({ length: 24 }, (_, hour) => [String(hour), hourWords(hour)] as const);
/** Default hour of a daily refresh. */
const FIRST_HOUR = 7;

interface PlanFieldsProps {
  readonly every: UnattendedPlan["every"];
  readonly setEvery: (every: UnattendedPlan["every"]) => void;
  readonly hour: number;
  readonly setHour: (hour: number) => void;
  readonly timeZone: string;
}

const PlanFields = ({ every, setEvery, hour, setHour, timeZone }: PlanFieldsProps) => (
  <>
    <SelectField
      id="schedule-every"
      label="Refresh the whole book"
      value={every}
      options={EVERY}
      choose={setEvery}
      describedBy={every === "hour" ? "schedule-limit" : undefined}
    >
      {every === "hour" && (
        <p id="schedule-limit" class="quiet">
          Google limits all your scheduled runs to about 90 minutes a day, 6 hours with Workspace. If one refresh takes more than three minutes, choose every
          day.
        </p>
      )}
    </SelectField>
    {every === "day" && (
      <SelectField id="schedule-hour" label="Between" value={String(hour)} options={HOURS} choose={(h) => setHour(Number(h))} describedBy="schedule-zone">
        <p id="schedule-zone" class="quiet">
          In the spreadsheet's time zone, {timeZone}. Google chooses the minute.
        </p>
      </SelectField>
    )}
  </>
);

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
    <Section id="schedule-title" heading="Automatic">
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
            <PlanFields {...{ every, setEvery, hour, setHour }} timeZone={state.timeZone} />
            <div class="buttons">
              <button type="submit" aria-disabled={busy || same}>
                {state.schedule ? "Change" : "Start"}
              </button>
              {state.schedule && <Button aria-disabled={busy} words="Stop" act={() => send(() => schedule.stop(), scheduleWords)} />}
            </div>
          </form>
          {state.lastRun !== undefined && (
            <div class="dense">
              <h3>Last run</h3>
              <p>{state.lastRun}</p>
            </div>
          )}
        </>
      )}
      <Alert message={problem} button={state ? undefined : "Try again"} act={load} />
      <p class="quiet">It runs at Google, even if the spreadsheet is closed. A scheduled run uses the key of the person who set it.</p>
    </Section>
  );
}
