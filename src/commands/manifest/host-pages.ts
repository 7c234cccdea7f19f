import { cpSync, existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { escapeXml } from "../../workbook/xlsx/xml-edits";
import { UsageError } from "../io";
import { LOCAL_PAGES } from "./host-manifest";

/** Values that are written into the pages of a public host. */
interface HostPagesOptions {
  readonly baseUrl: string;
  /** Default base URL in the pane's form. */
  readonly serviceUrl?: string;
  /** Support contact: an e-mail or https address. */
  readonly contact?: string;
}

/** A link to the support contact. */
function contactLink(contact: string): string {
  const isMail = /^[^\s@"<>]+@[^\s@"<>]+\.[^\s@"<>]+$/.test(contact);
  if (!isMail && !(URL.canParse(contact) && new URL(contact).protocol === "https:"))
    throw new UsageError(`--contact: expected an e-mail address or an https:// address, got "${contact}".`);
  return `<a href="${escapeXml(isMail ? `mailto:${contact}` : contact)}">${escapeXml(contact)}</a>`;
}

/** Copies the built pages into a folder for a web server and sets their addresses. */
export function writeHostPages(web: string, folder: string, { baseUrl, serviceUrl, contact }: HostPagesOptions): void {
  const link = contact === undefined ? undefined : contactLink(contact);
  if (existsSync(folder) && readdirSync(folder).length > 0 && !existsSync(path.join(folder, "taskpane.html")))
    throw new UsageError(`--pages: ${folder} contains other files. Name a new or empty folder, or one that this command wrote before.`);
  cpSync(web, folder, { recursive: true, filter: (file) => !/\.(map|br|gz)$/.test(file) });
  const change = (name: string, edit: (text: string) => string) => {
    const file = path.join(folder, name);
    const before = readFileSync(file, "utf8");
    const after = edit(before);
    // The build may have changed the text that is replaced here: fail instead of leaving the local address in the page.
    if (after === before) throw new Error(`Cannot set the address in ${name}: the built pages are out of date. Run npm run build.`);
    writeFileSync(file, after);
  };
  for (const name of ["functions.json", "functions.namespace.json"]) change(name, (text) => text.replaceAll(`${LOCAL_PAGES}/help/`, `${baseUrl}/help.html`));
  if (serviceUrl)
    for (const name of ["taskpane.html", "workbench-pane.html", "screener.html"].filter((file) => existsSync(path.join(folder, file))))
      change(name, (text) => text.replace("</head>", `<meta name="service-url" content="${escapeXml(serviceUrl)}"></head>`));
  if (link)
    for (const name of ["support.html", "privacy.html"])
      change(name, (text) => text.replace(/(<p id="?contact"?>)[\s\S]*?(<\/p>)/, (_, open: string, close: string) => `${open}Write to ${link}.${close}`));
}
