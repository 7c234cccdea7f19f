#!/usr/bin/env node
// The package's command `service-mcp`: serves the MCP tools over standard input and output, like `npm run -s mcp`.
process.argv.splice(2, 0, "mcp");
await import("./run.mjs");
