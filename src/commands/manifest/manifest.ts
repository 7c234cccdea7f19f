import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { hostManifest, type HostOptions, readId, readOrigin, readVersion, withNamespace } from "./host-manifest";
import { writeHostPages } from "./host-pages";
import { type Io, ROOT, UsageError, WEB } from "../io";
import { defineCommand } from "../options";
import { unifiedManifest } from "./unified-manifest";
import { ensureWebBuild } from "../web-build";

const HELP = `Writes the manifest, as XML and as JSON (the unified manifest), and the pages for a public host.

  npm run -s manifest -- --base-url https://addin.example.com --pages site
  npm run -s manifest
  npm run -s manifest -- --namespace

  --base-url URL      address of the pages; https, without a path; default: this machine, with manifest.xml as it is
  --namespace         writes the second manifest, for an Excel that registers no function names without a namespace: docs/deploy.md
  --service-url URL   address of the service, if it is another host: the pane's form suggests it (with --pages)
  --out FILE          file for the XML manifest, the JSON has the same name; default: manifest.xml in the folder of --pages, else manifest.<host>.xml;
                      with --namespace .namespace.xml instead of .xml
  --pages DIR         also writes the pages, ready for a web server
  --contact ADDRESS   e-mail or https address for the support and privacy pages (with --pages)
  --id GUID           the add-in's id; default: derived from the base URL
  --version N.N.N.N   default: the version in manifest.xml. Excel installs an update only if the version is higher`;

const TEMPLATE = path.join(ROOT, "manifest.xml");

/** Functions of this add-in that a manifest with a namespace cannot have. */
const LEFT_OUT =
  "It has each function as SERVICE.X, but not =SERVICE(entity, path): use =SERVICE.GET(entity, path). SERVICE.RV is missing too, because Excel requires names of at least three characters.";

/** Writes a manifest as XML, unless it is the template, and as JSON beside it. */
function writeManifests(out: string, xml: string, io: Io): void {
  if (out !== TEMPLATE) writeFileSync(out, xml);
  const json = out.replace(/(\.xml)?$/, ".json");
  writeFileSync(json, `${JSON.stringify(unifiedManifest(xml), null, 2)}\n`);
  io.out(`Manifest: ${out}`);
  io.out(`Unified:  ${json}`);
}

/** Writes the manifests of the add-in on this machine. */
function writeLocal(out: string | undefined, namespace: boolean, io: Io): number {
  if (out !== undefined) refuseTemplate(path.resolve(io.cwd, out));
  const template = readFileSync(TEMPLATE, "utf8");
  if (!namespace) {
    writeManifests(out === undefined ? TEMPLATE : path.resolve(io.cwd, out), template, io);
    io.out("Next: npm run excel. For a public host, add --base-url.");
    return 0;
  }
  writeManifests(path.resolve(io.cwd, out ?? "manifest.namespace.xml"), withNamespace(template), io);
  io.out(LEFT_OUT);
  io.out("Next: type npm run stop, then npm run excel -- --namespace. In Excel on the web, upload manifest.namespace.xml instead of manifest.xml.");
  return 0;
}

function refuseTemplate(out: string): void {
  if (out === TEMPLATE) throw new UsageError("--out: manifest.xml is the template for this machine. Name another file.");
}

/** `npm run manifest`: writes the manifest and pages for a public host; see docs/deploy.md. */
export const manifest = defineCommand("manifest", HELP, async ({ values }, io, web?: string) => {
  const namespace = values.namespace === true;
  if (values["base-url"] === undefined) {
    const hosts = (["service-url", "pages", "contact", "id", "version"] as const).find((name) => values[name] !== undefined);
    if (hosts === undefined) return writeLocal(values.out, namespace, io);
    throw new UsageError(`--${hosts} is for a public host: add --base-url, or leave it out for this machine.`);
  }
  if (values.contact !== undefined && values.pages === undefined) throw new UsageError("--contact needs --pages: it is written into the pages.");
  const baseUrl = readOrigin("base-url", values["base-url"]);
  const serviceUrl = values["service-url"] === undefined ? undefined : readOrigin("service-url", values["service-url"]);
  const options: HostOptions = {
    baseUrl,
    ...(values.id === undefined ? {} : { id: readId(values.id) }),
    ...(values.version === undefined ? {} : { version: readVersion(values.version) }),
  };
  const folder = values.pages === undefined ? undefined : path.resolve(io.cwd, values.pages);
  const ending = namespace ? ".namespace.xml" : ".xml";
  const standard = folder ? path.join(folder, `manifest${ending}`) : `manifest.${new URL(baseUrl).host.replace(":", "-")}${ending}`;
  const out = path.resolve(io.cwd, values.out ?? standard);
  refuseTemplate(out);

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
  const written = hostManifest(readFileSync(TEMPLATE, "utf8"), options);
  writeManifests(out, namespace ? withNamespace(written) : written, io);
  if (namespace) io.out(LEFT_OUT);
  io.out(folder ? "Next: docs/deploy.md." : `The manifest expects the pages at ${baseUrl}. To write them, add --pages DIR. Next: docs/deploy.md.`);
  return 0;
});
