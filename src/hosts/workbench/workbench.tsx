import { render } from "preact";
import type { FunctionsMetadata } from "../../engine/calls/function-help";
import { PANE_SERVICES } from "../../web-page/hand-over";
import { CUSTOM_FUNCTIONS } from "./slots";
import { openWorkbench } from "./open-workbench";

/* Entry of the workbench. The functions bundle runs before it, in the same page. */

/** Replaces the page with a message if it cannot start. */
function explain(root: HTMLElement, text: string): void {
  const words = document.createElement("p");
  words.className = "wb-fatal";
  words.textContent = text;
  root.replaceChildren(words);
}

async function fetchMetadata(): Promise<FunctionsMetadata> {
  const reply = await fetch("functions.json");
  if (!reply.ok) throw new Error(`functions.json: ${reply.status}`);
  return (await reply.json()) as FunctionsMetadata;
}

function start(root: HTMLElement): void {
  const services = PANE_SERVICES.take();
  if (!services) return explain(root, "The add-in's functions did not load. Reload the page; if this persists, run npm run build and start again.");
  const metadata = fetchMetadata();
  metadata.catch(() => explain(root, "The list of functions (functions.json) did not load. Check that npm start is running, then reload the page."));
  const wanted = new URLSearchParams(location.search).get("book") ?? undefined;
  render(openWorkbench({ services, functions: CUSTOM_FUNCTIONS.take() ?? new Map(), metadata, wanted }), root);
}

const root = document.getElementById("workbench");
if (root) start(root);
