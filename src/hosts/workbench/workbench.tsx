import { render } from "preact";
import type { FunctionsMetadata } from "../../engine/function-metadata";
import { takePaneServices } from "../../web-page/hand-over";
import { takeCustomFunctions } from "./custom-functions-slot";
import { openWorkbench } from "./open-workbench";

/* Entry of the workbench. The functions bundle runs before it, in the same page. */

/** Replaces the page with a message if it cannot start. */
function explain(root: HTMLElement, text: string): void {
  const words = document.createElement("p");
  words.className = "wb-fatal";
  words.textContent = text;
  root.replaceChildren(words);
}

async function start(root: HTMLElement): Promise<void> {
  const services = takePaneServices();
  if (!services) return explain(root, "The add-in's functions did not load. Reload the page; if this persists, run npm run build and start again.");
  let metadata: FunctionsMetadata;
  try {
    const reply = await fetch("functions.json");
    if (!reply.ok) throw new Error(String(reply.status));
    metadata = (await reply.json()) as FunctionsMetadata;
  } catch {
    return explain(root, "The list of functions (functions.json) did not load. Check that npm start is running, then reload the page.");
  }
  const wanted = new URLSearchParams(location.search).get("book") ?? undefined;
  render(openWorkbench(services, { functions: takeCustomFunctions(), metadata }, wanted), root);
}

const root = document.getElementById("workbench");
if (root) void start(root);
