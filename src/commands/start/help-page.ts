/** The part of functions.json that the help page uses. */
export interface Metadata {
  readonly functions: readonly {
    readonly id: string;
    readonly description?: string;
    readonly parameters: readonly { readonly name: string; readonly description?: string; readonly optional?: boolean; readonly customEnumId?: string }[];
  }[];
  readonly enums?: readonly {
    readonly id: string;
    readonly values: readonly { readonly name: string; readonly value?: unknown; readonly tooltip?: string }[];
  }[];
}

const escape = (text: string): string => text.replace(/[&<>"]/g, (c) => `&#${c.charCodeAt(0)};`);

/** Lists choices; more than 12 are collapsed. */
function choices(values: readonly { readonly name: string; readonly tooltip?: string }[]): string {
  const list = `<dl>${values.map((v) => `<dt><code>${escape(v.name)}</code></dt><dd>${escape(v.tooltip ?? "")}</dd>`).join("")}</dl>`;
  return values.length <= 12 ? list : `<details><summary>${values.length} choices</summary>${list}</details>`;
}

/** Ways to the same data outside of cells: what for, the address, and the document of the project that describes it. */
const WAYS: readonly (readonly [purpose: string, address: string, document: string])[] = [
  ["Companies that meet conditions, in a browser", '<a href="/screener.html">/screener</a>', "docs/api.md"],
  ["The same as JSON or CSV", "GET /v1/screen", "docs/api.md"],
  ["Every address of the HTTP API, with its parameters", "GET /v1/openapi.json", "docs/api.md"],
  ["Series, fields and functions, found by words", "GET /v1/fields?q=…", "docs/api.md"],
  ["Whole datasets as CSV files", "GET /v1/bulk", "docs/bulk.md"],
  ["New rows, sent to an address of yours", "POST /v1/webhooks", "docs/webhooks.md"],
  ["New rows, when you ask", "GET /v1/changes?since=…", "docs/api.md"],
  ["Tools for an agent (MCP)", "/mcp", "docs/mcp.md"],
  ["Your plan, quota, and how fresh the data is", "GET /v1/status", "docs/keys.md"],
  ["Whether the service can answer", "GET /readyz", "docs/operations.md"],
  ["Figures for monitoring, in the format of Prometheus", "GET /metrics", "docs/operations.md"],
];

/** Builds the function reference from the metadata that Excel reads. Anchors are lower-case names, as the functions' help links expect. */
export function helpPage({ functions, enums = [] }: Metadata): string {
  const byId = new Map(enums.map((e) => [e.id, e.values]));
  const anchor = (id: string): string => id.replace(/^SERVICE\./, "").toLowerCase();
  const ordered = [...functions].sort((a, b) => (a.id < b.id ? -1 : 1));
  const sections = ordered.map((f) => {
    const signature = `${f.id}(${f.parameters.map((p) => (p.optional ? `[${p.name}]` : p.name)).join(", ")})`;
    const parameters = f.parameters.map(
      (p) =>
        `<li><b>${escape(p.name)}</b>${p.optional ? " (optional)" : ""}: ${escape(p.description ?? "")}${p.customEnumId ? choices(byId.get(p.customEnumId) ?? []) : ""}</li>`,
    );
    return `<section id="${anchor(f.id)}"><h2><code>${escape(signature)}</code></h2><p>${escape(f.description ?? "")}</p>${parameters.length > 0 ? `<ul>${parameters.join("")}</ul>` : ""}</section>`;
  });
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>SERVICE functions</title><link rel="icon" href="/assets/icon-32.png"><link rel="stylesheet" href="/help.css"></head>
<body><main><h1>SERVICE functions</h1>
<p>Type <code>=SERVICE.FRED("DGS10")</code> in a cell. A cell shows the number, or <code>n/a: </code> and the reason why there is none. An error value means that the call failed; its message says why. Nothing unknown is ever shown as 0.</p>
<nav aria-label="Pages"><p><a href="/screener.html">Screener</a> · <a href="/workbench.html">Workbench</a> · <a href="#ways">API, files, webhooks, agents</a> · <a href="/support.html">Support</a> · <a href="/privacy.html">Privacy</a></p></nav>
<nav aria-label="Functions"><p>${ordered.map((f) => `<a href="#${anchor(f.id)}">${escape(f.id)}</a>`).join(" · ")}</p></nav>
${sections.join("\n")}
<section id="ways"><h2>The same data outside of cells</h2>
<p>Addresses begin with that of the service. Each request has the header <code>Authorization: Bearer &lt;API_KEY&gt;</code>, except <code>/readyz</code>. <code>npm run -s key</code> prints the key of this machine; for another service ask its operator. The documents are in the project's folder.</p>
<dl>${WAYS.map(([purpose, address, document]) => `<dt>${address.startsWith("<a") ? address : `<code>${address}</code>`}</dt><dd>${purpose}: <code>${document}</code></dd>`).join("")}</dl></section></main></body></html>`;
}
