import { useState } from "preact/hooks";
import type { TabProps } from "../tab";
import { durationWords } from "../../sources/answer-words";
import { useAttempt } from "../hooks/use-attempt";
import { useNow } from "../hooks/use-now";
import { Alert } from "../notices/alert";
import { MAX_MINUTES } from "./refresh-schedule";
import type { Refresher, RefreshSchedule } from "./refresher";

const CHOICES = [1, 5, 15, 30, 60] as const;
const OTHER = "other";

const everyWords = (n: number): string => (n === 1 ? "Every minute" : n === 60 ? "Every hour" : `Every ${n} minutes`);

const ON_OPEN: readonly (readonly [RefreshSchedule["onOpen"], string])[] = [
  ["nothing", "Do nothing"],
  ["stale", "Refresh stale cells and tables"],
  ["all", "Refresh everything"],
];

const clock = new Intl.DateTimeFormat(undefined, { hour: "2-digit", minute: "2-digit" });

/** The automatic refresh: an interval, and what happens when the workbook opens. Saved in the workbook. */
export function AutomaticRefresh({ host, say, refresher }: Pick<TabProps, "host" | "say"> & { readonly refresher: Refresher }) {
  const now = useNow(host, 5_000);
  const plan = refresher.plan();
  const every = plan.everyMinutes;
  const listed = every === undefined || CHOICES.some((n) => n === every);
  const [other, setOther] = useState(false);
  const [minutes, setMinutes] = useState(every === undefined ? "" : String(every));
  const [wrong, setWrong] = useState<string | undefined>();
  const { problem, run } = useAttempt(say);
  const free = other || !listed;
  const next = refresher.nextAt();
  const paused = next === undefined && refresher.state().phase === "idle";

  const save = (changed: RefreshSchedule, sentence: string) =>
    void run(async () => {
      await refresher.setPlan(changed);
      say(sentence);
    }, "The setting could not be saved. Try again.");

  const choose = (value: string) => {
    setWrong(undefined);
    setOther(value === OTHER);
    if (value === OTHER) return setMinutes(every === undefined ? "" : String(every));
    const everyMinutes = value === "" ? undefined : Number(value);
    save(
      { ...plan, everyMinutes },
      everyMinutes === undefined ? "Automatic refresh is off." : `${everyWords(everyMinutes)}: stale cells and tables are refreshed.`,
    );
  };

  const setFree = (event: Event) => {
    event.preventDefault();
    const n = Number(minutes.trim());
    if (!/^\d+$/.test(minutes.trim()) || n < 1 || n > MAX_MINUTES) return setWrong(`Enter a whole number of minutes from 1 to ${MAX_MINUTES}.`);
    setWrong(undefined);
    setOther(false);
    save({ ...plan, everyMinutes: n }, `${everyWords(n)}: stale cells and tables are refreshed.`);
  };

  return (
    <section aria-labelledby="refresh-automatic">
      <h2 id="refresh-automatic">Automatic</h2>
      <div class="field">
        <label for="refresh-every">Refresh stale cells and tables</label>
        <select id="refresh-every" value={free ? OTHER : every === undefined ? "" : String(every)} onChange={(e) => choose(e.currentTarget.value)}>
          <option value="">Off</option>
          {CHOICES.map((n) => (
            <option key={n} value={String(n)}>
              {everyWords(n)}
            </option>
          ))}
          <option value={OTHER}>Other…</option>
        </select>
      </div>
      {free && (
        <form class="field" noValidate onSubmit={setFree}>
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
          <div role="alert">
            {wrong && (
              <p id="refresh-minutes-wrong" class="problem">
                {wrong}
              </p>
            )}
          </div>
        </form>
      )}
      {every !== undefined && (
        <div class="refresh-next">
          <p>
            {paused
              ? "Paused."
              : refresher.state().phase === "waiting"
                ? "Waiting: a cell is being edited."
                : next === undefined || next <= now
                  ? "Refreshing now."
                  : `Next in ${durationWords(next - now)}, at ${clock.format(next)}.`}
          </p>
          <button
            type="button"
            class="small"
            onClick={() => {
              if (paused) refresher.resume();
              else refresher.pause();
              say(paused ? "Automatic refresh resumed." : "Automatic refresh paused.");
            }}
          >
            {paused ? "Resume" : "Pause"}
          </button>
        </div>
      )}
      <div class="field">
        <label for="refresh-open">When this workbook opens</label>
        <select
          id="refresh-open"
          value={plan.onOpen}
          onChange={(e) => {
            const chosen = ON_OPEN.find(([value]) => value === e.currentTarget.value);
            if (chosen) save({ ...plan, onOpen: chosen[0] }, `When this workbook opens: ${chosen[1].charAt(0).toLowerCase()}${chosen[1].slice(1)}.`);
          }}
        >
          {ON_OPEN.map(([value, label]) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </select>
      </div>
      <Alert message={problem} />
      <p class="quiet">Both settings are saved in this workbook. They work while the add-in runs; a pause ends when it reloads.</p>
    </section>
  );
}
