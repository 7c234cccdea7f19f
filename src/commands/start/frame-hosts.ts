import { shown } from "../../contract/arguments";
import { wordList } from "../../contract/text";
import { type Io, typedOrSet, UsageError } from "../io";

/**
 * Sites in which Excel on the web, and so the task pane, may be shown in a frame. Browsers check every frame around the pane, not only Excel's own.
 *
 * - Teams, Outlook and the Microsoft 365 app: https://learn.microsoft.com/microsoftteams/platform/tabs/how-to/tab-requirements, and the list of hosts in
 *   TeamsJS (OfficeDev/microsoft-teams-library-js, `validDomains*.json`).
 * - SharePoint, OneDrive and Office for the web in the worldwide, US government (GCC High, DoD), 21Vianet, German and French clouds:
 *   https://learn.microsoft.com/microsoft-365/enterprise/urls-and-ip-address-ranges and its pages for these clouds.
 * - Stores that open workbooks in Office for the web: https://learn.microsoft.com/microsoft-365/cloud-storage-partner-program/online/hostpage.
 */
const FRAME_HOSTS = wordList(
  "*.officeapps.live.com office.live.com *.cloud.microsoft *.office.com *.office365.com *.office.net *.microsoft365.com",
  "*.sharepoint.com onedrive.live.com teams.microsoft.com *.teams.microsoft.com teams.live.com *.skype.com outlook.live.com",
  "*.office365.us *.sharepoint.us *.teams.microsoft.us teams.microsoft.us *.sharepoint-mil.us *.dps.mil *.apps.mil",
  "*.sharepoint.cn partner.outlook.cn *.partner.outlook.cn *.partner.office365.cn *.partner.officewebapps.cn",
  "*.partner.microsoftonline.cn teams.microsoftonline.cn *.teams.microsoftonline.cn",
  "*.sovcloud-sharepoint.de *.sovcloud.de *.sovcloud-sharepoint.fr *.sovcloud.fr",
  "*.box.com *.dropbox.com",
);

/** A host, or all hosts below a domain of at least two parts: `*.com` would let anybody show the pane. */
const HOST = /^(\*\.[a-z0-9-]+\.)?[a-z0-9-]+(\.[a-z0-9-]+)*(:\d{1,5})?$/i;

/**
 * Reads `--frame-hosts`, else `SERVICE_FRAME_HOSTS`: further sites that may show the pane in a frame, separated by commas or blanks.
 *
 * @throws UsageError for an entry that is no host.
 */
export function frameHostsOf(option: string | undefined, env: Io["env"]): readonly string[] {
  const { text = "", from } = typedOrSet("frame-hosts", option, env);
  const hosts = text.split(/[\s,]+/).filter((host) => host !== "");
  const wrong = hosts.find((host) => !HOST.test(host));
  if (wrong === undefined) return hosts.map((host) => host.toLowerCase());
  throw new UsageError(`${from}: expected hosts such as intranet.example.com or *.egnyte.com, without https://, got ${shown(wrong)}.`);
}

/** The sites that may show the pane in a frame, as sources of the directive `frame-ancestors`. */
export const frameAncestors = (more: readonly string[]): string => ["'self'", ...[...FRAME_HOSTS, ...more].map((host) => `https://${host}`)].join(" ");

/** What `npm start` says about a blank pane, for a user who sees nothing of the reason in the pane itself. */
export const frameLine = (more: readonly string[]): string =>
  more.length > 0
    ? `Also allowed to show the pane: ${more.join(", ")}. If it stays blank in Excel on the web, add the site in the browser's address bar to --frame-hosts.`
    : "If the pane stays blank in Excel on the web, the site around it is not allowed: start with --frame-hosts and the site in the browser's address bar.";
