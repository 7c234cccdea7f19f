import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { serviceUnderTest } from "../contract/service/service-under-test";

const PROGRAM = path.join(path.dirname(require.resolve("@modelcontextprotocol/conformance/package.json")), "dist", "index.js");

/** Runs the protocol's own checks. Returns the exit status and the output. */
async function conformance(url: string): Promise<{ status: number | null; printed: string }> {
  const cwd = mkdtempSync(path.join(tmpdir(), "mcp-conformance-"));
  const baseline = path.join(__dirname, "mcp-conformance.yml");
  const args = [
    "--import",
    path.join(__dirname, "conformance-on-node-20.mjs"),
    PROGRAM,
    "server",
    "--url",
    url,
    "--suite",
    "all",
    "--expected-failures",
    baseline,
  ];
  const run = spawn(process.execPath, args, { cwd, stdio: ["ignore", "pipe", "pipe"] });
  let printed = "";
  for (const stream of [run.stdout, run.stderr]) stream.setEncoding("utf8").on("data", (text: string) => (printed += text));
  const status = await new Promise<number | null>((resolve) => run.once("close", resolve));
  rmSync(cwd, { recursive: true, force: true });
  return { status, printed };
}

test("/mcp passes the checks of revision 2025-11-25 that apply to it", async () => {
  const s = await serviceUnderTest();
  await s.app.listen({ port: 0, host: "127.0.0.1" });
  const { status, printed } = await conformance(`http://localhost:${(s.app.server.address() as AddressInfo).port}/mcp`);
  await s.close();
  for (const scenario of ["server-initialize", "ping", "tools-list", "dns-rebinding-protection"])
    expect(printed).toMatch(new RegExp(`✓ ${scenario}: [1-9]\\d* passed, 0 failed`));
  expect({ status, printed: status === 0 ? "" : printed }).toEqual({ status: 0, printed: "" });
});
