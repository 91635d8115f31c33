// Finds the places of a TypeScript file where a rule can be broken mechanically.
import { parseSync } from "@swc/core";

const comparisons = { "===": "!==", "!==": "===", "<": "<=", "<=": "<", ">": ">=", ">=": ">" };
const logical = { "&&": "||", "||": "&&" };
/** Nodes that have no effect at run time, and log messages. */
const isSkipped = (node) =>
  (node.type?.startsWith("Ts") && !wrappers.has(node.type)) ||
  node.type === "ImportDeclaration" ||
  (node.type === "CallExpression" && logs(node.callee));
const wrappers = new Set(["TsAsExpression", "TsNonNullExpression", "TsSatisfiesExpression", "TsConstAssertion"]);
const logs = (callee) =>
  callee.type === "MemberExpression" && (callee.object.value === "log" || callee.object.property?.value === "log");

/** Returns the mutants of a source text: byte range, replacement and line. */
export function mutantsOf(source) {
  const bytes = Buffer.from(source);
  // Offsets count bytes, and continue those of the file parsed before.
  const { body } = parseSync(`0;${source}`, { syntax: "typescript", target: "es2024" });
  const base = body[0].span.start + 2;
  const found = [];
  const text = (start, end) => bytes.subarray(start, end).toString();
  const add = (kind, start, end, replacement) => {
    const line = text(0, start).split("\n").length;
    found.push({ kind, start, end, replacement, line, original: text(start, end) });
  };
  const range = ({ span }) => [span.start - base, span.end - base];

  function operator({ operator, left, right }, replacement) {
    const from = range(left)[1];
    const at = text(from, range(right)[0]).indexOf(operator);
    if (at >= 0) add("operator", from + at, from + at + operator.length, replacement);
  }
  function dropMembers({ properties }) {
    for (const member of properties) {
      const node = member.type === "KeyValueProperty" ? undefined : member;
      if (node && node.type !== "Identifier") continue;
      const start = range(node ?? member.key)[0];
      const end = range(node ?? member.value)[1];
      const comma = /^\s*,/.exec(text(end, end + 200));
      add("dropped field", start, end + (comma?.[0].length ?? 0), "");
    }
  }
  const byType = {
    BinaryExpression(node) {
      const replacement = comparisons[node.operator] ?? logical[node.operator];
      if (replacement) operator(node, replacement);
    },
    NumericLiteral(node) {
      add("number", ...range(node), String(node.value + 1));
    },
    BooleanLiteral(node) {
      add("boolean", ...range(node), String(!node.value));
    },
    StringLiteral(node) {
      if (/^[\w.:-]+$/.test(node.value)) add("string", ...range(node), '"mutated"');
    },
    IfStatement(node) {
      for (const value of ["true", "false"]) add("condition", ...range(node.test), value);
    },
    ThrowStatement(node) {
      add("dropped error", ...range(node), ";");
    },
    ObjectExpression: dropMembers,
    CallExpression({ callee }) {
      const opposite = { asc: "desc", desc: "asc" }[callee.value];
      if (opposite) add("order", ...range(callee), opposite);
    },
  };
  function visit(node) {
    if (Array.isArray(node)) for (const each of node) visit(each);
    else if (node !== null && typeof node === "object" && !isSkipped(node)) {
      byType[node.type]?.(node);
      for (const [name, value] of Object.entries(node)) {
        // The name of a field isn't a value.
        if (name !== "key") visit(value);
      }
    }
  }
  visit(body.slice(1));
  return found;
}

/** Returns the source with one mutant. */
export function mutate(source, { start, end, replacement }) {
  const bytes = Buffer.from(source);
  return Buffer.concat([bytes.subarray(0, start), Buffer.from(replacement), bytes.subarray(end)]).toString();
}
