import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import path from "node:path";
import { certificateFiles } from "./certificates";
import { dataFolder, ROOT, type Io } from "./io";
import { defineCommand } from "./options";
import { runningService } from "./running";

const onTheWeb = (file: string): string => `Excel on the web can load the add-in too, in a browser on this machine:
  1. Open https://localhost:3000/taskpane.html once in that browser and accept the local certificate.
  2. Open a workbook on office.com: Home > Add-ins > More Add-ins > My Add-ins > Upload My Add-in.
  3. Choose ${file}.`;

/** `npm run excel -- --remove`: the system no longer trusts the local certificate. */
async function distrust(io: Io): Promise<number> {
  if (process.platform !== "win32" && process.platform !== "darwin") {
    io.out(`npm run excel trusts no certificate on this system (${process.platform}), so there is none to remove.`);
    return 0;
  }
  const { uninstallCaCertificate } = await import("office-addin-dev-certs");
  await uninstallCaCertificate();
  io.out("The system no longer trusts the local certificate. To remove the add-in from Excel, type: npm run stop");
  return 0;
}

const HELP = `Adds the add-in to Excel on this machine. npm start must be running.

  npm run excel

  --remove      makes the system trust the local certificate no longer; the service need not run
  --namespace   uses the manifest that npm run manifest -- --namespace wrote, instead of manifest.xml
  --data DIR    the data folder; default: SERVICE_DATA, else .service`;

/** `npm run excel`: makes the system trust the local certificate and adds the add-in to Excel (Windows, macOS). */
export const excel = defineCommand("excel", HELP, async ({ values }, io) => {
  if (values.remove) return distrust(io);
  const file = values.namespace ? path.resolve(io.cwd, "manifest.namespace.xml") : path.join(ROOT, "manifest.xml");
  if (!existsSync(file)) {
    io.err(`There is no file ${file}. To write it, type: npm run -s manifest -- --namespace`);
    return 1;
  }
  const folder = dataFolder(values.data, io);
  const running = await runningService(folder);
  if (!running) {
    io.err("The service is not running. Type npm start in another terminal, leave it open, then type npm run excel again.");
    return 1;
  }
  if (running.httpsPort !== 3000) {
    io.err(`The manifest needs port 3000, but the service runs on ${running.httpsPort}. Stop it, then type npm start without --https-port.`);
    return 1;
  }
  if (process.platform !== "win32" && process.platform !== "darwin") {
    io.out(`Excel does not run on this system (${process.platform}).`);
    io.out(onTheWeb(file));
    return 0;
  }
  const { ca } = certificateFiles(path.join(folder, "certificates"));
  if (!existsSync(ca)) {
    io.err("The local certificate is missing. Stop the service and type npm start again to create one.");
    return 1;
  }
  const { installCaCertificate } = await import("office-addin-dev-certs");
  io.out("Excel loads pages only with a trusted certificate. Your system now asks whether to trust the local one.");
  await installCaCertificate(ca);
  const cli = path.join(ROOT, "node_modules", "office-addin-debugging", "cli.js");
  // The tool exits with 0 even if it fails, so its own output is shown.
  // With the port it detects the running service and does not start the dev-server.
  const words = ["start", file, "desktop", "--app", "excel", "--no-debug", "--no-live-reload", "--dev-server-port", "3000"];
  spawnSync(process.execPath, [cli, ...words], { cwd: ROOT, stdio: "inherit" });
  io.out('Excel opens with the add-in. Type =SERVICE.FRED("DGS10") in a cell. If Excel did not open, or does not show SERVICE:');
  io.out(onTheWeb(file));
  return 0;
});
