import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import path from "node:path";
import { certificateFiles } from "./certificates";
import { dataFolder, ROOT, type Io } from "./io";
import { typed } from "./options";
import { runningService } from "./running";

const ON_THE_WEB = `Excel on the web takes the manifest too, in a browser of this machine:
  1. Open https://localhost:3000/taskpane.html once in that browser and accept the local certificate.
  2. Open a workbook on office.com: Home > Add-ins > More Add-ins > My Add-ins > Upload My Add-in.
  3. Choose ${path.join(ROOT, "manifest.xml")}.`;

/** `npm run excel`: makes the local certificate trusted and puts the add-in into Excel on this machine (Windows, macOS). */
export async function excel(argv: string[], io: Io): Promise<number> {
  const { values } = typed("excel", argv);
  if (values.help) {
    io.out(
      "Puts the add-in into Excel on this machine, while npm start runs.\n\n  npm run excel\n\n  --data DIR    the service's folder; SERVICE_DATA, or .service, if left out",
    );
    return 0;
  }
  const folder = dataFolder(values.data, io);
  const running = await runningService(folder);
  if (!running) {
    io.err("The service is not running. Type npm start in another terminal, leave it open, then npm run excel again.");
    return 1;
  }
  if (running.httpsPort !== 3000) {
    io.err(`The manifest names https://localhost:3000, and the service runs on ${running.httpsPort}. Stop it and type npm start without --https-port.`);
    return 1;
  }
  if (process.platform !== "win32" && process.platform !== "darwin") {
    io.out(`There is no Excel for this system (${process.platform}).`);
    io.out(ON_THE_WEB);
    return 0;
  }
  const { ca } = certificateFiles(path.join(folder, "certificates"));
  if (!existsSync(ca)) {
    io.err("The local certificate is missing. Stop the service and type npm start again: it makes one.");
    return 1;
  }
  const { installCaCertificate } = await import("office-addin-dev-certs");
  io.out("Excel loads only pages whose certificate this machine trusts. Your system asks now whether to trust the local one.");
  await installCaCertificate(ca);
  const cli = path.join(ROOT, "node_modules", "office-addin-debugging", "cli.js");
  // The tool ends with status 0 whether or not it worked: its own words are what a person can go by.
  // With the port it sees that the service runs, and does not start the dev-server.
  const words = ["start", path.join(ROOT, "manifest.xml"), "desktop", "--app", "excel", "--no-debug", "--no-live-reload", "--dev-server-port", "3000"];
  spawnSync(process.execPath, [cli, ...words], { cwd: ROOT, stdio: "inherit" });
  io.out('Excel opens with the add-in: type =SERVICE.FRED("DGS10") in a cell. If Excel did not open, or says nothing of SERVICE:');
  io.out(ON_THE_WEB);
  return 0;
}
