import { cpSync, existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { Mistyped } from "./io";
import { LOCAL } from "./host-manifest";

const escape = (text: string): string => text.replace(/[&<>"]/g, (c) => `&#${c.charCodeAt(0)};`);

/** What the pages of a real host know that those of this machine do not. */
interface HostPagesOptions {
  readonly baseUrl: string;
  /** Stands in the pane's form as the base URL until a person writes another. */
  readonly serviceUrl?: string;
  /** Where people get help: an e-mail address or an https address. */
  readonly contact?: string;
}

/** A link to whoever helps. */
function contactLink(contact: string): string {
  const isMail = /^[^\s@"<>]+@[^\s@"<>]+\.[^\s@"<>]+$/.test(contact);
  if (!isMail && !(URL.canParse(contact) && new URL(contact).protocol === "https:"))
    throw new Mistyped(`--contact: expected an e-mail address or an address that begins with https://, got "${contact}".`);
  return `<a href="${escape(isMail ? `mailto:${contact}` : contact)}">${escape(contact)}</a>`;
}

/** Copies the built pages into a folder that a web server can hand out as it is, and writes into them where they will stand. */
export function writeHostPages(web: string, folder: string, { baseUrl, serviceUrl, contact }: HostPagesOptions): void {
  const link = contact === undefined ? undefined : contactLink(contact);
  if (existsSync(folder) && readdirSync(folder).length > 0 && !existsSync(path.join(folder, "taskpane.html")))
    throw new Mistyped(`--pages: ${folder} holds other files. Name a new or empty folder, or the one that was written before.`);
  cpSync(web, folder, { recursive: true, filter: (file) => !/\.(map|br|gz)$/.test(file) });
  const change = (name: string, edit: (text: string) => string) => {
    const file = path.join(folder, name);
    const before = readFileSync(file, "utf8");
    const after = edit(before);
    // The build may write a page in another way than its source; what is not written must not pass for written.
    if (after === before) throw new Error(`${name} of the built pages has no place for what is to be written into it. Run npm run build.`);
    writeFileSync(file, after);
  };
  change("functions.json", (text) => text.replaceAll(`${LOCAL}/help/`, `${baseUrl}/help.html`));
  if (serviceUrl)
    for (const name of ["taskpane.html", "workbench-pane.html"].filter((file) => existsSync(path.join(folder, file))))
      change(name, (text) => text.replace("</head>", `<meta name="service-url" content="${escape(serviceUrl)}"></head>`));
  if (link)
    for (const name of ["support.html", "privacy.html"])
      change(name, (text) => text.replace(/(<p id="?contact"?>)[\s\S]*?(<\/p>)/, (_, open: string, close: string) => `${open}Write to ${link}.${close}`));
}
