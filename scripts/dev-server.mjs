// `npm run dev-server`: serves the add-in and the service as `npm start` does, with unminified pages that are rebuilt on every change (watch.mjs). Reload the
// page or the pane to see a change. Accepts the options of `npm start`.
import { fork } from "node:child_process";
import path from "node:path";
import { devPages, root } from "./commands.mjs";

const watch = fork(path.join(root, "scripts", "watch.mjs"));
process.on("exit", () => watch.kill());
await new Promise((resolve, reject) => {
  watch.once("message", resolve);
  watch.once("exit", (status) => reject(new Error(`The pages cannot be watched (status ${status}).`)));
});
watch.removeAllListeners("exit");
watch.on("exit", () => console.error("The pages are no longer watched. Stop the dev-server and start it again."));
// The watcher must not keep this process alive when the service stops.
watch.unref();

process.argv.splice(2, 0, "start", "--pages", devPages);
await import("./run.mjs");
