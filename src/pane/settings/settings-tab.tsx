import type { TabProps } from "../tab";
import { ADDIN_VERSION } from "../version";
import { AsOfForm } from "./as-of-form";
import { CellDisplayForm } from "./cell-display-form";
import { HostCheckSection } from "./host-check-section";
import { SavedInWorkbook } from "./saved-in-workbook";
import { ServiceName } from "./service-name";

/** The day of all values, cell display, the name SERVICE, settings saved in the workbook, and links. */
export function SettingsTab({ host, say, show }: TabProps) {
  return (
    <>
      <AsOfForm host={host} say={say} />
      <CellDisplayForm host={host} say={say} show={show} />
      <HostCheckSection host={host} say={say} />
      <ServiceName host={host} say={say} />
      <SavedInWorkbook host={host} say={say} />
      <section aria-labelledby="about">
        <h2 id="about">About</h2>
        <ul class="settings-links">
          <li>
            <a href="help.html" target="_blank" rel="noreferrer">
              All functions, with their arguments
            </a>
          </li>
          <li>
            <a href="support.html" target="_blank" rel="noreferrer">
              Support
            </a>
          </li>
          <li>
            <a href="privacy.html" target="_blank" rel="noreferrer">
              Privacy: what is sent and stored
            </a>
          </li>
        </ul>
        <p class="quiet">
          SERVICE {ADDIN_VERSION}. The key and the connection are in{" "}
          <button type="button" class="link" onClick={() => show("account")}>
            Account
          </button>
          .
        </p>
      </section>
    </>
  );
}
