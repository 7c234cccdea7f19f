import { useEffect, useRef, useState } from "preact/hooks";
import type { HostCheck, HostReport } from "../host-check";
import { useAttempt } from "../hooks/use-attempt";
import { useChanges } from "../hooks/use-changes";
import { Refusal } from "../notices/refusal";
import type { TabProps } from "../tab";
import { workPerBook } from "../work/work";
import { WorkProgress } from "../work/work-progress";
import { HostReportView } from "./host-report-view";
import { summaryWords } from "./host-check-words";

const workOf = workPerBook<HostReport>();

/** Tries what this Excel supports, and says what to do if it does not know the functions. */
export function HostCheckSection({ host, say }: Pick<TabProps, "host" | "say">) {
  return host.environment() === "excel" && host.hostCheck ? <Check host={host} say={say} check={host.hostCheck} /> : null;
}

function Check({ host, say, check }: Pick<TabProps, "host" | "say"> & { readonly check: HostCheck }) {
  const work = workOf(host);
  useChanges(work);
  const state = work.state();
  const [asking, setAsking] = useState(false);
  const { problem, run: attempt, refuse } = useAttempt(say);
  const first = useRef<HTMLButtonElement>(null);
  const starter = useRef<HTMLButtonElement>(null);
  const wasAsking = useRef(false);
  useEffect(() => {
    if (asking) first.current?.focus();
    else if (wasAsking.current) starter.current?.focus();
    wasAsking.current = asking;
  }, [asking]);

  const run = async (sheet: boolean) => {
    setAsking(false);
    refuse(undefined);
    const ended = await work.start("Checking this Excel", (working) => check.run(sheet, working));
    if (ended?.kind === "done") say(summaryWords(ended.result));
    else if (ended?.kind === "stopped") say("Stopped. If a sheet named SERVICE check is left, delete it.");
    else if (ended) refuse(ended.message);
  };
  const begin = async () => {
    if (state.phase === "working") return;
    await attempt(async () => {
      if (await check.isProtected()) setAsking(true);
      else await run(true);
    }, "This Excel could not be checked. Try again.");
  };
  const report = state.phase === "idle" && state.last?.kind === "done" ? state.last.result : undefined;

  return (
    <section aria-labelledby="host-check">
      <h2 id="host-check">Check this Excel</h2>
      <p>Tries what this Excel supports, for two cells of the quota. Adds a sheet and removes it at the end; the workbook's own cells do not change.</p>
      {asking ? (
        <div class="confirm" role="group" aria-label="Add a temporary sheet?" onKeyDown={(e) => e.key === "Escape" && setAsking(false)}>
          <p>This workbook is protected. Add a temporary sheet? Excel may refuse. The protection stays.</p>
          <div class="buttons">
            <button type="button" ref={first} onClick={() => void run(false)}>
              Check without a sheet
            </button>
            <button type="button" onClick={() => void run(true)}>
              Add the sheet
            </button>
            <button type="button" onClick={() => setAsking(false)}>
              Cancel
            </button>
          </div>
        </div>
      ) : state.phase === "working" ? (
        <WorkProgress {...state} stop={work.stop} />
      ) : (
        <div class="buttons">
          <button type="button" ref={starter} onClick={() => void begin()}>
            {report ? "Check again" : "Check this Excel"}
          </button>
        </div>
      )}
      <Refusal message={problem} />
      {report && <HostReportView report={report} host={host} say={say} />}
    </section>
  );
}
