import type { HostCheck, HostReport } from "../host-check";
import { useAttempt } from "../hooks/use-attempt";
import { Confirm, useConfirm } from "../notices/confirm";
import { Alert } from "../notices/alert";
import type { TabProps } from "../tab";
import { useWork, workPerBook } from "../work/work";
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
  const { working, done: report } = useWork(work);
  const { asking, setAsking, starter } = useConfirm();
  const { problem, run: attempt, refuse } = useAttempt(say);

  const run = async (sheet: boolean) => {
    setAsking(false);
    refuse(undefined);
    const ended = await work.start("Checking this Excel", async (watch) => {
      const checked = await check.run(sheet, watch);
      return watch.signal.aborted ? undefined : checked;
    });
    if (ended.kind === "done") say(summaryWords(ended.result));
    else if (ended.kind === "stopped") say("Stopped. If a sheet named SERVICE check is left, delete it.");
    else refuse(ended.message);
  };
  const begin = async () => {
    if (working) return;
    await attempt(async () => {
      if (await check.isProtected()) setAsking(true);
      else await run(true);
    }, "This Excel could not be checked. Try again.");
  };

  return (
    <section aria-labelledby="host-check">
      <h2 id="host-check">Check this Excel</h2>
      <p>Tries what this Excel supports, for two cells of the quota. Adds a sheet and removes it at the end; the workbook's own cells do not change.</p>
      {asking ? (
        <Confirm
          label="Add a temporary sheet?"
          question="This workbook is protected. Add a temporary sheet? Excel may refuse. The protection stays."
          close={() => setAsking(false)}
        >
          <button type="button" onClick={() => void run(false)}>
            Check without a sheet
          </button>
          <button type="button" onClick={() => void run(true)}>
            Add the sheet
          </button>
          <button type="button" onClick={() => setAsking(false)}>
            Cancel
          </button>
        </Confirm>
      ) : working ? (
        <WorkProgress {...working} stop={work.stop} />
      ) : (
        <div class="buttons">
          <button type="button" ref={starter} onClick={() => void begin()}>
            {report ? "Check again" : "Check this Excel"}
          </button>
        </div>
      )}
      <Alert message={problem} />
      {report && <HostReportView report={report} host={host} say={say} />}
    </section>
  );
}
