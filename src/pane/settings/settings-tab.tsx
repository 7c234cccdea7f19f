import { useState } from "preact/hooks";
import { PageLink } from "../notices/page-link";
import type { TabProps } from "../tab";
import { ADDIN_VERSION } from "../version";
import { useAttempt } from "../hooks/use-attempt";
import { WorkbookNeeded } from "../notices/workbook-section";
import { AsOfForm } from "./as-of-view";
import { CellDisplayForm } from "./cell-display-form";
import { HostCheckSection } from "./host-check-section";
import { SavedInWorkbook } from "./saved-in-workbook";
import { Alert, Button, Section } from "../elements";

const NAME = "SERVICE";
const FORMULA = "=LAMBDA(entity,path,SERVICE.GET(entity,path))";

const DEFINED = "SERVICE is defined in this workbook.";

/** Defines the name SERVICE in this workbook, for a host that does not accept a function name without a dot. */
function ServiceName({ host, say }: Pick<TabProps, "host" | "say">) {
  const workbook = host.workbook();
  const { busy, problem, run } = useAttempt(say);
  const [isDefined, setDefined] = useState(false);

  const define = async () => {
    if (!workbook) return;
    await run(async () => {
      setDefined(false);
      await workbook.defineName(NAME, FORMULA);
      setDefined(true);
      say(DEFINED);
    }, "The workbook rejected the name.");
  };

  return (
    <Section id="service-name" heading="=SERVICE(entity, path)">
      <p>
        Needed only if <code>=SERVICE(…)</code> shows #NAME? although <code>=SERVICE.GET(…)</code> works. It defines this name in the workbook:
      </p>
      <p>
        <code>
          {NAME} {FORMULA}
        </code>
      </p>
      <p class="quiet">Requires LAMBDA (Excel 2024 or Microsoft 365). To remove the name, open Formulas, Name Manager.</p>
      {!workbook ? <WorkbookNeeded host={host} what="define the name" /> : <Button aria-disabled={busy} words="Define SERVICE" act={define} />}
      <Alert message={problem && `${problem} Or use =SERVICE.GET(entity, path), which returns the same.`} />
      {isDefined && <p class="good">{DEFINED} Enter the formula again, such as =SERVICE("NVDA","SHORT.SOURCE").</p>}
    </Section>
  );
}

/** The day of all values, cell display, the name SERVICE, settings saved in the workbook, and links. */
export function SettingsTab({ host, say, show }: TabProps) {
  return (
    <>
      <AsOfForm host={host} say={say} />
      <CellDisplayForm host={host} say={say} show={show} />
      <HostCheckSection host={host} say={say} />
      <ServiceName host={host} say={say} />
      <SavedInWorkbook host={host} say={say} />
      <Section id="about" heading="About">
        <ul class="settings-links">
          <li>
            <PageLink page="help">All functions, with their arguments</PageLink>
          </li>
          <li>
            <PageLink page="support">Support</PageLink>
          </li>
          <li>
            <PageLink page="privacy">Privacy: what is sent and stored</PageLink>
          </li>
        </ul>
        <p class="quiet">
          SERVICE {ADDIN_VERSION}. The key and the connection are in <Button class="link" words="Account" act={() => show("account")} />.
        </p>
      </Section>
    </>
  );
}
