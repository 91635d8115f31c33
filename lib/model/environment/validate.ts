import { environmentShape } from "./definition";
import { diagnosticAt, type Fix, type Path, pathText, type Range, replacement } from "./diagnostic";
import type { Findings } from "./findings";
import { type IntegerShape, type ObjectShape, propertyShape, type Shape, type StringShape } from "./shape";
import { quoted } from "./shown-text";
import { suggest } from "./suggest";
import type { Node, ObjectNode, StringNode } from "./syntax-tree";

/** Labels for kinds of values: `a string`, `a list`. */
export const kindLabels: Readonly<Record<Node["kind"], string>> = {
  string: "a string",
  number: "a number",
  boolean: "true or false",
  null: "null",
  object: "an object",
  array: "a list",
  invalid: "no value",
};

const expectedLabels: Readonly<Record<Shape["kind"], string>> = {
  string: "a string",
  boolean: "true or false",
  integer: "a whole number",
  array: "a list",
  object: "an object",
  "object-or-list": "an object or a list of objects",
};

const listed = (names: readonly string[], conjunction: "and" | "or") =>
  names.length < 2 ? names.join("") : `${names.slice(0, -1).join(", ")} ${conjunction} ${names.at(-1)}`;
const nameOf = (path: Path) => (path.length === 0 ? "The file" : pathText(path));
const openingOf = ({ start }: Range): Range => ({ start, end: start + 1 });

/** Validates a tree. The parser has already reported values that aren't JSON. */
export function validate(root: Node, findings: Findings): void {
  const validator = new Validator(findings);
  if (root.kind === "invalid") return;
  if (root.kind === "object") validator.checkObject(root, environmentShape, []);
  else validator.notAnObject(root);
}

class Validator {
  readonly #findings: Findings;

  constructor(findings: Findings) {
    this.#findings = findings;
  }

  #error(code: string, message: string, path: Path, range: Range, fix?: Fix): void {
    this.#findings.add(diagnosticAt(range, { severity: "error", code, message, path, fix }));
  }

  notAnObject(root: Node): void {
    const range = root.kind === "array" ? openingOf(root) : root;
    this.#error("not-an-object", `The file must contain an object, not ${kindLabels[root.kind]}.`, [], range);
  }

  checkObject(node: ObjectNode, shape: ObjectShape, path: Path): void {
    const last = new Map(node.members.map((property) => [property.key.value, property]));
    for (const property of node.members) {
      const { key, value } = property;
      const expected = propertyShape(shape, key.value);
      if (!expected) this.#unknownProperty(key, shape, path);
      else if (value && last.get(key.value) === property) this.#check(value, expected, [...path, key.value]);
    }
    for (const name of shape.required ?? []) {
      if (!last.has(name))
        this.#error("missing-property", `${nameOf(path)} needs ${quoted(name)}.`, path, openingOf(node));
    }
    if (shape.anyOf && !shape.anyOf.some((name) => last.has(name))) {
      const message = `${nameOf(path)} needs ${listed(shape.anyOf.map(quoted), "or")}.`;
      this.#error("missing-one-of", message, path, openingOf(node));
    }
  }

  /** The specification rejects them in the file, in `build` and in MCP items; elsewhere they have no effect. */
  #unknownProperty(key: StringNode, { properties, tolerant }: ObjectShape, path: Path): void {
    if (tolerant ? this.#findings.fullOfWarnings : this.#findings.full) return;
    const known = Object.keys(properties);
    const name = key.value;
    const advice = adviceOn(name, path);
    const suggestion = advice === undefined ? suggest(name, known) : undefined;
    const fix = suggestion ? replacement(`Rename to ${suggestion}`, key, JSON.stringify(suggestion)) : undefined;
    const owner = path.length === 0 ? "" : ` in ${pathText(path)}`;
    let hint = "";
    if (advice !== undefined) hint = ` ${advice}`;
    else if (suggestion) hint = ` Did you mean ${quoted(suggestion)}?`;
    else if (known.length < 6) hint = ` Valid properties: ${listed(known.map(quoted), "and")}.`;
    const message = `Unknown property ${quoted(name)}${owner}.${hint}`;
    const severity = tolerant ? "warning" : "error";
    const finding = { severity, code: "unknown-property", message, path: [...path, name], fix } as const;
    this.#findings.add(diagnosticAt(key, finding));
  }

  #check(node: Node, shape: Shape, path: Path): void {
    if (node.kind !== "invalid" && !this.#checkAs(node, shape, path)) this.#wrongType(node, shape, path);
  }

  /** Checks a value against its shape. Returns false if the value has the wrong type. */
  #checkAs(node: Node, shape: Shape, path: Path): boolean {
    switch (shape.kind) {
      case "object":
        if (node.kind === "object") this.checkObject(node, shape, path);
        return node.kind === "object";
      case "object-or-list":
        if (node.kind === "object") this.checkObject(node, shape.object, path);
        if (node.kind === "array") this.#checkItems(node.members, shape.object, path);
        return node.kind === "object" || node.kind === "array";
      case "array":
        if (node.kind === "array") this.#checkItems(node.members, shape.items, path);
        return node.kind === "array";
      case "string":
        if (node.kind === "string") this.#checkString(node, shape, path);
        return node.kind === "string";
      case "boolean": {
        const word = node.kind === "string" && (node.value === "true" || node.value === "false");
        return node.kind === "boolean" || (shape.acceptsStrings === true && word);
      }
      case "integer":
        if (node.kind === "number") this.#checkInteger(node, Number(node.value), shape, path);
        return node.kind === "number";
    }
  }

  #checkItems(items: readonly Node[], shape: Shape, path: Path): void {
    for (const [index, item] of items.entries()) {
      if (this.#findings.full) return;
      this.#check(item, shape, [...path, index]);
    }
  }

  #checkInteger(node: Node, value: number, { minimum, maximum }: IntegerShape, path: Path): void {
    if (!Number.isInteger(value)) this.#error("not-whole", `${nameOf(path)} must be a whole number.`, path, node);
    else if (value < minimum || value > maximum)
      this.#error("out-of-range", `${nameOf(path)} must be ${minimum} to ${maximum}, not ${value}.`, path, node);
  }

  #checkString(node: StringNode, { choices, format }: StringShape, path: Path): void {
    const { value } = node;
    const values = choices?.map((choice) => choice.value);
    if (values && !values.includes(value)) {
      const suggestion = suggest(value, values);
      const fix = suggestion ? replacement(`Write ${suggestion}`, node, JSON.stringify(suggestion)) : undefined;
      const message = `${nameOf(path)} must be ${listed(values, "or")}, not ${quoted(value)}.`;
      this.#error("not-a-choice", message, path, node, fix);
    }
    if (format && !new RegExp(format.pattern, "u").test(value)) {
      const bare = withoutScheme(value);
      const fits = bare !== value && new RegExp(format.pattern, "u").test(bare);
      const fix = fits ? replacement(`Write ${bare}`, node, JSON.stringify(bare)) : undefined;
      const message = `${nameOf(path)} must have the format ${format.example}, not ${quoted(value)}.`;
      this.#error("wrong-form", message, path, node, fix);
    }
  }

  #wrongType(node: Node, shape: Shape, path: Path): void {
    if (shape.kind === "object" && "port" in shape.properties && node.kind === "number") {
      const port = `{ "port": ${node.value} }`;
      this.#error("wrong-type", `Write ${port}.`, path, node, replacement(`Write ${port}`, node, port));
      return;
    }
    const expected =
      shape.kind === "boolean" && shape.acceptsStrings ? 'true, false, "true" or "false"' : expectedLabels[shape.kind];
    const found = node.kind === "string" && shape.kind === "boolean" ? quoted(node.value) : kindLabels[node.kind];
    const unquoted = unquotedValue(node, shape);
    const fix = unquoted === undefined ? undefined : replacement(`Write ${unquoted}`, node, unquoted);
    this.#error("wrong-type", `${nameOf(path)} must be ${expected}, not ${found}.`, path, node, fix);
  }
}

const variables = "Environment variables aren't set here; use secrets or envVars.";
const dockerfile = "Did you mean build.dockerfile?";

/** Advice on properties from other tools, by name in lower case. */
const topLevelAdvice: ReadonlyMap<string, string> = new Map([
  ["$schema", "Remove this line; attach the schema in your editor."],
  ["env", variables],
  ["envvars", variables],
  ["environment", variables],
  ["environmentvariables", variables],
  ["secrets", variables],
  ["variables", variables],
  ["container", dockerfile],
  ["dockerfile", dockerfile],
]);
const terminalAdvice: ReadonlyMap<string, string> = new Map([
  ["cwd", 'Put cd in "command".'],
  ["workingdirectory", 'Put cd in "command".'],
  ["env", variables],
  ["port", 'Use the top-level "ports".'],
  ["ports", 'Use the top-level "ports".'],
]);

function adviceOn(name: string, path: Path): string | undefined {
  const known = path.length === 0 ? topLevelAdvice : path[0] === "terminals" ? terminalAdvice : undefined;
  return known?.get(name.toLowerCase());
}

/** A repository URL as `host/org/repo`, without scheme, user and trailing slash. */
function withoutScheme(url: string): string {
  return url
    .trim()
    .replace(/^[a-z+]+:\/\/(?:[^/@]*@)?/i, "")
    .replace(/(?<!\/)\/+$/, "");
}

/** The boolean or number in a string where one is expected. */
function unquotedValue(node: Node, shape: Shape): string | undefined {
  if (node.kind !== "string") return undefined;
  const word = node.value.trim().toLowerCase();
  if (shape.kind === "boolean") return word === "true" || word === "false" ? word : undefined;
  return shape.kind === "integer" && /^[1-9]\d{0,8}$/.test(word) ? word : undefined;
}
