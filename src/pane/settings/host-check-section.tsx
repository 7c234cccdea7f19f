import { useState } from "preact/hooks";
import { type HostCheck, type HostReport, TRIAL_WORDS } from "../host-check";
import { useAttempt } from "../hooks/use-attempt";
import { Confirm, useConfirm } from "../notices/confirm";
import { RadioChoice, type RadioOption } from "../fields/radio-choice";
import type { TabProps } from "../tab";
import { useWork, workPerBook } from "../work/work";
import { WorkProgress } from "../work/progress-bar";
import { CopyButton } from "../export/copy-button";
import { summaryWords, nameAdvice, reportText, RESULT_WORDS, type Hover } from "./settings-words";
import { BareCells, ShortNameCells } from "./unknown-name-cells";
import { Alert, Button, Section } from "../elements";

const WRITE_MANIFEST = "npm run -s manifest -- --namespace";
const ADD_MANIFEST = "npm run excel -- --namespace";
/** A wrong argument: its cell shows an error with a message, and nothing is sent. */
const WRONG = '=SERVICE.YIELD("1X")';

const HOVERS: readonly RadioOption<Hover>[] = [
  { value: "shown", label: "A message is shown" },
  { value: "missing", label: "No message, or only #VALUE!" },
];

/** The results of a check, as a list and as text to copy, with what to do about names that Excel does not know. */
function HostReportView({ report, host, say }: Pick<TabProps, "host" | "say"> & { readonly report: HostReport }) {
  const [hover, setHover] = useState<Hover | undefined>();
  const advice = nameAdvice(report);
  const workbook = host.workbook();
  return (
    <>
      <h3 id="host-check-results">Results</h3>
      <p class="quiet">
        {report.host}; {report.sets}
      </p>
      <ul class="host-check" aria-labelledby="host-check-results">
        {report.findings.map(({ trial, result, detail }) => (
          <li key={trial} class={result}>
            <span class="result">{RESULT_WORDS[result]}</span>
            <span>
              {TRIAL_WORDS[trial]}
              {detail !== undefined && <span class="quiet"> ({detail})</span>}
            </span>
          </li>
        ))}
      </ul>
      {report.left !== undefined && <p class="problem">The sheet {report.left} could not be removed. Delete it.</p>}
      {advice === "manifest" && (
        <div class="note">
          <p>
            This Excel has not registered the functions of this add-in. Close and reopen the workbook; Excel may take a day to load new functions. If it stays
            so, use the second manifest, which gives each function its name through a namespace. On the computer of the service, type:
          </p>
          <p>
            <code>{WRITE_MANIFEST}</code>
          </p>
          <p>
            <code>{ADD_MANIFEST}</code>
          </p>
          <p>Workbooks work with both manifests, except for the two functions below.</p>
          <div class="buttons">
            <CopyButton small text={() => `${WRITE_MANIFEST}\n${ADD_MANIFEST}`} copied="Copied. Paste the commands into a terminal." say={say}>
              Copy the commands
            </CopyButton>
          </div>
        </div>
      )}
      {advice !== "none" && workbook && <BareCells workbook={workbook} say={say} />}
      {advice !== "none" && workbook && <ShortNameCells workbook={workbook} />}
      <RadioChoice name="hover" legend="Do errors show their message?" options={HOVERS} chosen={hover} choose={setHover}>
        <p class="quiet">
          Type <code>{WRONG}</code> into an empty cell. Point at the cell, or at the warning sign next to it. A message should name the tenors. Then clear the
          cell.
        </p>
      </RadioChoice>
      <div class="buttons">
        <CopyButton text={() => reportText(report, hover)} copied="Copied the result." say={say}>
          Copy the result
        </CopyButton>
      </div>
    </>
  );
}

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
    <Section id="host-check" heading="Check this Excel">
      <p>Tries what this Excel supports, for two cells of the quota. Adds a sheet and removes it at the end; the workbook's own cells do not change.</p>
      {asking ? (
        <Confirm
          label="Add a temporary sheet?"
          question="This workbook is protected. Add a temporary sheet? Excel may refuse. The protection stays."
          close={() => setAsking(false)}
        >
          <Button words="Check without a sheet" act={() => run(false)} />
          <Button words="Add the sheet" act={() => run(true)} />
          <Button words="Cancel" act={() => setAsking(false)} />
        </Confirm>
      ) : working ? (
        <WorkProgress {...working} stop={work.stop} />
      ) : (
        <Button ref={starter} words={report ? "Check again" : "Check this Excel"} act={begin} />
      )}
      <Alert message={problem} />
      {report && <HostReportView report={report} host={host} say={say} />}
    </Section>
  );
}
