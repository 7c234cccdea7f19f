// Loaded before a program with --import: ends or stops its process by a signal at a call of the file system, so that tests see every state of a folder.
//   STOP_FOLDER  only calls that change this folder count
//   STOP_AT      number of the call, from 1; without it, the number of calls is written to STOP_COUNT when the process exits
//   STOP_HOW     before the call, after it, or half: a write writes half of its bytes
//   STOP_SIGNAL  such as SIGKILL
import fs from "node:fs";
import path from "node:path";

const { STOP_FOLDER = "", STOP_AT, STOP_HOW = "before", STOP_SIGNAL = "SIGKILL", STOP_COUNT } = process.env;
const write = fs.writeFileSync;
const handles = new Set();
let calls = 0;

const isInside = (target) => (typeof target === "number" ? handles.has(target) : typeof target === "string" && path.dirname(target) === STOP_FOLDER);
const half = (content) => content.slice(0, content.length / 2);

for (const name of [
  "openSync",
  "writeSync",
  "fsyncSync",
  "closeSync",
  "writeFileSync",
  "copyFileSync",
  "linkSync",
  "renameSync",
  "rmSync",
  "chmodSync",
  "chownSync",
]) {
  const original = fs[name];
  fs[name] = (...args) => {
    // A file that is only read changes nothing.
    if (!isInside(args[0]) || (name === "openSync" && !/[wa]/.test(String(args[1])))) return original(...args);
    const isNow = ++calls === Number(STOP_AT);
    const stop = () => process.kill(process.pid, STOP_SIGNAL);
    if (isNow && STOP_HOW === "half" && name === "writeSync") original(args[0], half(args[1].subarray(args[2] ?? 0)));
    if (isNow && STOP_HOW === "half" && name === "writeFileSync") original(args[0], half(args[1]));
    if (isNow && STOP_HOW !== "after") stop();
    const result = original(...args);
    if (name === "openSync") handles.add(result);
    if (name === "closeSync") handles.delete(args[0]);
    if (isNow && STOP_HOW === "after") stop();
    return result;
  };
}
if (STOP_AT === undefined && STOP_COUNT) process.on("exit", () => write(STOP_COUNT, String(calls)));
