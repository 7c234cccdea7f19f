/** The project's own rules for oxlint (.oxlintrc.json). */

/** Functions to which a list must not be spread as arguments. */
const WITH_ARGUMENTS = /^(push|unshift|splice|max|min|fromCharCode|fromCodePoint)$/;
const message = "A list of more than about 120,000 items overflows the stack as arguments: use append, largest or smallest of contract/lists.";

const nameOf = (node) => (node.type === "MemberExpression" && !node.computed ? node.property.name : undefined);

/** `list.push(...items)` and `list.push.apply(list, items)`. */
const noListAsArguments = {
  meta: { type: "problem", messages: { list: message } },
  create: (context) => ({
    CallExpression(node) {
      const called = nameOf(node.callee) ?? "";
      const spread = WITH_ARGUMENTS.test(called) ? node.arguments.find(({ type }) => type === "SpreadElement") : undefined;
      const applied = called === "apply" && WITH_ARGUMENTS.test(nameOf(node.callee.object) ?? "") ? node : undefined;
      const found = spread ?? applied;
      if (found) context.report({ node: found, messageId: "list" });
    },
  }),
};

export default { meta: { name: "service" }, rules: { "no-list-as-arguments": noListAsArguments } };
