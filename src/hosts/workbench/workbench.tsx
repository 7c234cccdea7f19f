import { render } from "preact";
import type { FunctionsMetadata } from "../../engine/function-metadata";
import { takePaneServices } from "../../web-page/hand-over";
import { takeCustomFunctions } from "./custom-functions-slot";
import { openWorkbench } from "./open-workbench";

/* The workbench's entry: the functions' bundle has run before it, in the same page. */

/** The page cannot work: says why and what to do, where the grid would be. */
function explain(root: HTMLElement, text: string): void {
  const words = document.createElement("p");
  words.className = "wb-fatal";
  words.textContent = text;
  root.replaceChildren(words);
}

async function start(root: HTMLElement): Promise<void> {
  const services = takePaneServices();
  if (!services) return explain(root, "The add-in's functions did not load. Reload the page; if it stays, run npm run build and start again.");
  let metadata: FunctionsMetadata;
  try {
    const reply = await fetch("functions.json");
    if (!reply.ok) throw new Error(String(reply.status));
    metadata = (await reply.json()) as FunctionsMetadata;
  } catch {
    return explain(root, "The list of functions (functions.json) did not load. Is npm start still running? Start it and reload the page.");
  }
  const wanted = new URLSearchParams(location.search).get("book") ?? undefined;
  render(openWorkbench(services, { functions: takeCustomFunctions(), metadata }, wanted), root);
}

const root = document.getElementById("workbench");
if (root) void start(root);
