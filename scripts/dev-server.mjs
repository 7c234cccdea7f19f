// `npm run dev-server`: the add-in and the service as `npm start` serves them, over readable pages that are made again with every change (watch.mjs). A browser or
// a pane shows a change when it is reloaded. Takes the options of `npm start`.
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
// The service alone keeps this process alive.
watch.unref();

process.argv.splice(2, 0, "start", "--pages", devPages);
await import("./run.mjs");
