// In place of a test file that Node loads (shared-modules.mjs): hands out jest's object for it.
export default { process: () => ({ code: "module.exports = jest;" }), getCacheKey: () => "jest" };
