import { useState } from "preact/hooks";
import type { TabProps } from "../tab";
import { durationWords } from "../../sources/answer-words";
import { SelectField } from "../fields/select-field";
import { useAttempt } from "../hooks/use-attempt";
import { useNow } from "../hooks/use-now";
import { MAX_MINUTES, type RefreshSchedule } from "./refresh-schedule";
import type { Refresher } from "./refresher";
import { Alert, Button, Section } from "../elements";

const CHOICES = [1, 5, 15, 30, 60] as const;
const OTHER = "other";

const everyWords = (n: number): string => (n === 1 ? "Every minute" : n === 60 ? "Every hour" : `Every ${n} minutes`);

const ON_OPEN: readonly (readonly [RefreshSchedule["onOpen"], string])[] = [
  ["nothing", "Do nothing"],
  ["stale", "Refresh stale cells and tables"],
  ["all", "Refresh everything"],
];

const clock = new Intl.DateTimeFormat(undefined, { hour: "2-digit", minute: "2-digit" });

interface MinutesFormProps {
  readonly minutes: string;
  readonly setMinutes: (minutes: string) => void;
  readonly set: (minutes: number) => void;
}

/** Any interval, in minutes. */
function MinutesForm({ minutes, setMinutes, set }: MinutesFormProps) {
  const [wrong, setWrong] = useState<string | undefined>();
  const submit = (event: Event) => {
    event.preventDefault();
    const n = Number(minutes.trim());
    if (!/^\d+$/.test(minutes.trim()) || n < 1 || n > MAX_MINUTES) return setWrong(`Enter a whole number of minutes from 1 to ${MAX_MINUTES}.`);
    setWrong(undefined);
    set(n);
  };
  return (
    <form class="field" noValidate onSubmit={submit}>
      <label for="refresh-minutes">Minutes between refreshes</label>
      <div class="with-button">
        <input
          id="refresh-minutes"
          inputMode="numeric"
          autocomplete="off"
          value={minutes}
          aria-invalid={wrong !== undefined}
          aria-describedby={wrong ? "refresh-minutes-wrong" : undefined}
          onInput={(e) => setMinutes(e.currentTarget.value)}
        />
        <button type="submit">Set</button>
      </div>
      <Alert id="refresh-minutes-wrong" message={wrong} />
    </form>
  );
}

/** When the next refresh is, and a pause. */
function NextRefresh({ host, say, refresher }: AutomaticRefreshProps) {
  const now = useNow(host, 5_000);
  const next = refresher.nextAt();
  const { phase } = refresher.state();
  const paused = next === undefined && phase === "idle";
  const words = (): string => {
    if (paused) return "Paused.";
    if (phase === "waiting") return "Waiting: a cell is being edited.";
    return next === undefined || next <= now ? "Refreshing now." : `Next in ${durationWords(next - now)}, at ${clock.format(next)}.`;
  };
  const toggle = () => {
    if (paused) refresher.resume();
    else refresher.pause();
    say(paused ? "Automatic refresh resumed." : "Automatic refresh paused.");
  };
  return (
    <div class="split">
      <p>{words()}</p>
      <Button class="small" words={paused ? "Resume" : "Pause"} act={toggle} />
    </div>
  );
}

interface AutomaticRefreshProps extends Pick<TabProps, "host" | "say"> {
  readonly refresher: Refresher;
}

/** The automatic refresh: an interval, and what happens when the workbook opens. Saved in the workbook. */
export function AutomaticRefresh(props: AutomaticRefreshProps) {
  const { say, refresher } = props;
  const plan = refresher.plan();
  const every = plan.everyMinutes;
  const listed = every === undefined || CHOICES.some((n) => n === every);
  const [other, setOther] = useState(false);
  const [minutes, setMinutes] = useState(every === undefined ? "" : String(every));
  const { problem, run } = useAttempt(say);
  const free = other || !listed;

  const save = (changed: RefreshSchedule, sentence: string) =>
    void run(async () => {
      await refresher.setPlan(changed);
      say(sentence);
    }, "The setting could not be saved. Try again.");
  const setEvery = (everyMinutes: number | undefined) => {
    setOther(false);
    const sentence = everyMinutes === undefined ? "Automatic refresh is off." : `${everyWords(everyMinutes)}: stale cells and tables are refreshed.`;
    save({ ...plan, everyMinutes }, sentence);
  };
  const choose = (value: string) => {
    if (value !== OTHER) return setEvery(value === "" ? undefined : Number(value));
    setOther(true);
    setMinutes(every === undefined ? "" : String(every));
  };

  return (
    <Section id="refresh-automatic" heading="Automatic">
      <SelectField
        id="refresh-every"
        label="Refresh stale cells and tables"
        value={free ? OTHER : every === undefined ? "" : String(every)}
        options={[["", "Off"], ...CHOICES.map((n) => [String(n), everyWords(n)] as const), [OTHER, "Other…"]]}
        choose={choose}
      />
      {free && <MinutesForm minutes={minutes} setMinutes={setMinutes} set={setEvery} />}
      {every !== undefined && <NextRefresh {...props} />}
      <SelectField
        id="refresh-open"
        label="When this workbook opens"
        value={plan.onOpen}
        options={ON_OPEN}
        choose={(onOpen) => {
          const words = ON_OPEN.find(([value]) => value === onOpen)?.[1] ?? "";
          save({ ...plan, onOpen }, `When this workbook opens: ${words.charAt(0).toLowerCase()}${words.slice(1)}.`);
        }}
      />
      <Alert message={problem} />
      <p class="quiet">Both settings are saved in this workbook. They work while the add-in runs; a pause ends when it reloads.</p>
    </Section>
  );
}
