import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { hostManifest, readId, readOrigin, readVersion, type HostOptions } from "./host-manifest";
import { writeHostPages } from "./host-pages";
import { Mistyped, ROOT, WEB, type Io } from "./io";
import { typed } from "./options";
import { ensureWebBuild } from "./web-build";

const HELP = `Writes the manifest of a host that others can reach, and its pages.

  npm run -s manifest -- --base-url https://addin.example.com --pages site

  --base-url URL      where the pages will stand; https, a host of their own
  --service-url URL   where the service is, if it is another host
  --out FILE          where to write the manifest; left out: manifest.xml in the folder of --pages, else manifest.<host>.xml
  --pages DIR         writes the pages as well, ready to be put on a web server
  --contact ADDRESS   e-mail or https address for the support and privacy pages (with --pages)
  --id GUID           the add-in's id; left out: one that follows from the base URL
  --version N.N.N.N   left out: the version of manifest.xml. Excel takes an update only when it is higher`;

/** `npm run manifest`: what a person needs to put the add-in on a host of their own. docs/deploy.md says what to do with it. */
export async function manifest(argv: string[], io: Io, web?: string): Promise<number> {
  const { values } = typed("manifest", argv);
  if (values.help) {
    io.out(HELP);
    return 0;
  }
  if (values["base-url"] === undefined)
    throw new Mistyped("--base-url is missing: where the pages will stand, for example npm run -s manifest -- --base-url https://addin.example.com");
  if (values.contact !== undefined && values.pages === undefined)
    throw new Mistyped("--contact is written into the pages: name a folder for them with --pages.");
  const baseUrl = readOrigin("base-url", values["base-url"]);
  const serviceUrl = values["service-url"] === undefined ? undefined : readOrigin("service-url", values["service-url"]);
  const options: HostOptions = {
    baseUrl,
    ...(serviceUrl ? { serviceUrl } : {}),
    ...(values.id === undefined ? {} : { id: readId(values.id) }),
    ...(values.version === undefined ? {} : { version: readVersion(values.version) }),
  };
  const folder = values.pages === undefined ? undefined : path.resolve(io.cwd, values.pages);
  const out = path.resolve(io.cwd, values.out ?? (folder ? path.join(folder, "manifest.xml") : `manifest.${new URL(baseUrl).host.replace(":", "-")}.xml`));
  if (out === path.join(ROOT, "manifest.xml"))
    throw new Mistyped("--out: manifest.xml is the one for this machine, which the others are made of. Name another file.");

  if (folder) {
    if (web === undefined) await ensureWebBuild(io);
    writeHostPages(web ?? WEB, folder, {
      baseUrl,
      ...(serviceUrl ? { serviceUrl } : {}),
      ...(values.contact === undefined ? {} : { contact: values.contact }),
    });
    io.out(`Pages:    ${folder}   put its content at ${baseUrl}/`);
  }
  if (!existsSync(path.dirname(out))) mkdirSync(path.dirname(out), { recursive: true });
  writeFileSync(out, hostManifest(readFileSync(path.join(ROOT, "manifest.xml"), "utf8"), options));
  io.out(`Manifest: ${out}`);
  io.out(folder ? "docs/deploy.md says what comes next." : `It names pages at ${baseUrl}; --pages DIR writes them. docs/deploy.md says what comes next.`);
  return 0;
}
