import { useMemo, useState } from "preact/hooks";
import { counted, withSeparators } from "../../contract/counted";
import { momentWords } from "../../contract/as-of";
import { agoWords } from "../../sources/answer-words";
import { useNow } from "../hooks/use-now";
import { WorkbookSection } from "../notices/workbook-section";
import type { TabProps } from "../tab";
import { ProgressBar } from "../work/progress-bar";
import { AuditList, matchingCells } from "./audit-list";
import { AuditStates } from "./audit-states";
import { LockSection } from "./lock-section";
import { type AuditState, STATE_WORDS } from "./audit-words";
import { auditorOf, scan, useAuditor } from "./audit-of";
import { Alert, Button, Section } from "../elements";

/** When the workbook was scanned, and a scan again. */
function ScanSection({ host, now, say }: Pick<TabProps, "host" | "say"> & { readonly now: number }) {
  const auditor = auditorOf(host);
  const { working, last, result } = auditor.state();
  const rescan = async () => {
    const ended = await scan(host);
    if (ended.kind === "done") say(`${counted(ended.result.audit.cells.length, "cell")} checked.`);
  };
  return (
    <Section id="audit" heading="Audit">
      <Alert message={last?.kind === "failed" ? last.message : undefined} />
      {working && <ProgressBar label={working.words} done={working.done} of={working.of} />}
      {result && !working && (
        <p class="quiet" title={momentWords(result.at)}>
          {counted(result.audit.cells.length, "cell")} on {counted(result.audit.sheets.length, "sheet")}, scanned {agoWords(result.at, now)}.
        </p>
      )}
      <Button words={working ? "Stop" : "Rescan"} act={working ? () => (auditor.stop(), say("Stopped. The list is that of the last scan.")) : rescan} />
    </Section>
  );
}

/** Audit tab: all SERVICE cells of the workbook by state, to go to, repair, refresh or copy as a table. */
export function AuditTab({ host, say, show }: TabProps) {
  const workbook = host.workbook();
  const { result } = useAuditor(host, workbook !== undefined).state();
  const now = useNow(host);
  const [state, setState] = useState<AuditState | undefined>();
  const [sheet, setSheet] = useState<string | undefined>();
  const [text, setText] = useState("");

  const audit = result?.audit;
  // A sheet that was deleted since the last scan filters nothing.
  const chosenSheet = audit?.sheets.find((s) => s.name === sheet);
  const cells = useMemo(() => (audit ? matchingCells(audit.cells, { state, sheet: chosenSheet?.name, text }) : []), [audit, state, chosenSheet?.name, text]);

  if (!workbook) return <WorkbookSection host={host} id="audit" heading="Audit" what="check its SERVICE cells" />;
  return (
    <>
      <ScanSection host={host} now={now} say={say} />
      {audit && audit.cells.length === 0 && (
        <Section id="audit-none" heading="No SERVICE cells">
          <p>This workbook has no SERVICE formulas yet. Create one in Build.</p>
          <Button words="Go to Build" act={() => show("build")} />
        </Section>
      )}
      {audit && audit.cells.length > 0 && (
        <>
          <AuditStates {...{ host, workbook, audit, setSheet, state, setState, say, show }} rescan={() => scan(host)} sheet={chosenSheet} />
          <AuditList
            {...{ workbook, cells, text, setText, say }}
            heading={`${state ? STATE_WORDS[state].label : "All cells"}${chosenSheet ? ` on ${chosenSheet.name}` : ""}: ${withSeparators(cells.length)}`}
            build={(formula) => show("build", formula)}
          />
        </>
      )}
      <LockSection host={host} workbook={workbook} now={now} say={say} />
    </>
  );
}
