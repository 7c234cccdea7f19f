import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { hostManifest, readId, readOrigin, readVersion, type HostOptions } from "./host-manifest";
import { writeHostPages } from "./host-pages";
import { UsageError, ROOT, WEB, type Io } from "./io";
import { parseOptions } from "./options";
import { ensureWebBuild } from "./web-build";

const HELP = `Writes the manifest and the pages for a public host.

  npm run -s manifest -- --base-url https://addin.example.com --pages site

  --base-url URL      address of the pages; https, without a path
  --service-url URL   address of the service, if it is another host
  --out FILE          file for the manifest; default: manifest.xml in the folder of --pages, else manifest.<host>.xml
  --pages DIR         also writes the pages, ready for a web server
  --contact ADDRESS   e-mail or https address for the support and privacy pages (with --pages)
  --id GUID           the add-in's id; default: derived from the base URL
  --version N.N.N.N   default: the version in manifest.xml. Excel installs an update only if the version is higher`;

/** `npm run manifest`: writes the manifest and pages for a public host; see docs/deploy.md. */
export async function manifest(argv: string[], io: Io, web?: string): Promise<number> {
  const { values } = parseOptions("manifest", argv);
  if (values.help) {
    io.out(HELP);
    return 0;
  }
  if (values["base-url"] === undefined)
    throw new UsageError("--base-url is missing: give the address of the pages, for example npm run -s manifest -- --base-url https://addin.example.com");
  if (values.contact !== undefined && values.pages === undefined) throw new UsageError("--contact needs --pages: it is written into the pages.");
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
  if (out === path.join(ROOT, "manifest.xml")) throw new UsageError("--out: manifest.xml is the template for this machine. Name another file.");

  if (folder) {
    if (web === undefined) await ensureWebBuild(io);
    writeHostPages(web ?? WEB, folder, {
      baseUrl,
      ...(serviceUrl ? { serviceUrl } : {}),
      ...(values.contact === undefined ? {} : { contact: values.contact }),
    });
    io.out(`Pages:    ${folder}   upload its content to ${baseUrl}/`);
  }
  if (!existsSync(path.dirname(out))) mkdirSync(path.dirname(out), { recursive: true });
  writeFileSync(out, hostManifest(readFileSync(path.join(ROOT, "manifest.xml"), "utf8"), options));
  io.out(`Manifest: ${out}`);
  io.out(folder ? "Next: docs/deploy.md." : `The manifest expects the pages at ${baseUrl}. To write them, add --pages DIR. Next: docs/deploy.md.`);
  return 0;
}
