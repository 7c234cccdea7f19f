// Lets the protocol's conformance program start: it imports `globSync`, which Node 20 lacks, and @octokit/rest, which is replaced by an empty package. Both are
// only for its assessment of libraries.
import { register } from "node:module";

const hooks = `
const standIns = { fs: 'export * from "node:fs"; export const globSync = undefined;', "@octokit/rest": "export class Octokit {}" };
export const resolve = (name, context, next) =>
  Object.hasOwn(standIns, name) && context.parentURL?.includes("/conformance/dist/")
    ? { url: "data:text/javascript," + encodeURIComponent(standIns[name]), shortCircuit: true }
    : next(name, context);
`;
register(`data:text/javascript,${encodeURIComponent(hooks)}`);
