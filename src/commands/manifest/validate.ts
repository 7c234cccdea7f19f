import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import path from "node:path";
import { ROOT, UsageError, WEB } from "../io";
import { manifestFaults } from "../manifest-check/manifest-faults";
import { defineCommand } from "../options";

const HELP = `Checks a manifest of the add-in, XML or JSON, without the network.

  npm run validate
  npm run validate -- manifest.addin.example.com.xml

Checks: well-formed XML, elements and their order, attributes, GUID, versions, https addresses, text lengths, resources and references to
them, icon sizes, function names, hosts, and that the shared runtime uses one page. A JSON manifest is checked against Microsoft's schema, and its icons.`;

/** Code that associates ribbon functions: the sources, or the built script on a server without sources. */
function scripts(): string[] {
  const folder = path.join(ROOT, "src", "hosts", "excel");
  if (existsSync(folder)) return readdirSync(folder).map((name) => readFileSync(path.join(folder, name), "utf8"));
  const built = path.join(WEB, "functions.js");
  return existsSync(built) ? [readFileSync(built, "utf8")] : [];
}
const associated = (): string[] => scripts().flatMap((text) => [...text.matchAll(/Office\.actions\.associate\("(\w+)"/g)].map((m) => m[1]!));

/** Finds an icon in assets or in the built pages. */
function shippedFile(pathname: string): Uint8Array | undefined {
  const file = [ROOT, WEB].map((folder) => path.join(folder, pathname)).find((at) => statSync(at, { throwIfNoEntry: false })?.isFile());
  return file === undefined ? undefined : readFileSync(file);
}

/** The faults of a unified manifest: those that Microsoft's own check finds offline, and icons that the package would lack. */
async function unifiedFaults(file: string): Promise<string[]> {
  const { validateManifest } = await import("office-addin-manifest").catch(() => {
    throw new UsageError("A JSON manifest can be checked only where the development packages are installed: npm ci");
  });
  const faults = await validateManifest(file).then(
    ({ report }) => (report?.errors ?? []).map(({ content }) => String(content)),
    // It throws for text that is not JSON, and for unknown or mistyped members.
    (e: unknown) => [(e as Error).message.replace(/^Unable to read data for manifest file: .*\s*/, "")],
  );
  if (faults.length > 0) return faults;
  const { icons = {} } = JSON.parse(readFileSync(file, "utf8")) as { icons?: Record<string, string> };
  return Object.values(icons)
    .filter((icon) => !existsSync(path.resolve(path.dirname(file), icon)) && !shippedFile(icon))
    .map((icon) => `icons: there is no file ${icon}.`);
}

/** `npm run validate`: prints each fault of a manifest. Exit status 1 if there are any. */
export const validate = defineCommand("validate", HELP, async ({ positionals }, io) => {
  if (positionals.length > 1) throw new UsageError(`Expected one manifest, got ${positionals.length}. Type: npm run validate -- --help`);
  const [name] = positionals;
  const file = name === undefined ? path.join(ROOT, "manifest.xml") : path.resolve(io.cwd, name);
  if (!statSync(file, { throwIfNoEntry: false })?.isFile()) throw new UsageError(`Expected a manifest, but there is no file ${file}.`);
  const faults = file.endsWith(".json")
    ? await unifiedFaults(file)
    : manifestFaults(readFileSync(file, "utf8"), { file: shippedFile, functionNames: associated() });
  faults.forEach(io.err);
  if (faults.length === 0) io.out(`${file} is valid.`);
  else io.err(`${file} is not valid: ${faults.length} ${faults.length === 1 ? "fault" : "faults"}.`);
  return faults.length === 0 ? 0 : 1;
});
