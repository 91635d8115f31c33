import { environmentShape } from "./definition";
import type { Diagnostic, Path, Range } from "./diagnostic";
import { pathText } from "./diagnostic";
import type { Findings } from "./findings";
import { type IntegerShape, type ObjectShape, propertyShape, type Shape } from "./shape";
import { suggest } from "./suggest";
import type { Node, ObjectNode } from "./syntax-tree";

const kindWords: Readonly<Record<Node["kind"], string>> = {
  string: "a string",
  number: "a number",
  boolean: "true or false",
  null: "null",
  object: "an object",
  array: "a list",
  invalid: "no value",
};

const expectedWords: Readonly<Record<Shape["kind"], string>> = {
  string: "a string",
  boolean: "true or false",
  integer: "a whole number",
  array: "a list",
  object: "an object",
  "object-or-list": "an object or a list of objects",
};

const quoted = (name: string) => JSON.stringify(name.length > 40 ? `${name.slice(0, 40)}…` : name);
const listed = (names: readonly string[], last: string) =>
  names.length < 2 ? names.join("") : `${names.slice(0, -1).join(", ")} ${last} ${names.at(-1)}`;

/** Holds a tree against the rules of the environment file. What is no value at all was reported by the parser. */
export function validate(root: Node, findings: Findings): void {
  function fault(code: string, message: string, path: Path, { start, end }: Range, fix?: Diagnostic["fix"]): void {
    findings.add({ severity: "error", code, message, path, start, end, ...(fix && { fix }) });
  }

  function nameOf(path: Path): string {
    return path.length === 0 ? "The file" : pathText(path);
  }

  function checkObject(node: ObjectNode, shape: ObjectShape, path: Path): void {
    const known = Object.keys(shape.properties);
    const counting = new Map(node.members.map((property) => [property.key.value, property]));
    for (const property of node.members) {
      const { key, value } = property;
      const own = propertyShape(shape, key.value);
      if (!own) {
        unknown(key.value, key, known, path);
      } else if (value && counting.get(key.value) === property) {
        check(value, own, [...path, key.value]);
      }
    }
    const has = (name: string) => counting.has(name);
    const brace = { start: node.start, end: node.start + 1 };
    for (const name of shape.required ?? []) {
      if (!has(name)) fault("missing-property", `${nameOf(path)} needs ${quoted(name)}.`, path, brace);
    }
    if (shape.anyOf && !shape.anyOf.some(has))
      fault("missing-one-of", `${nameOf(path)} needs ${listed(shape.anyOf.map(quoted), "or")}.`, path, brace);
  }

  function unknown(name: string, key: Range, known: readonly string[], path: Path): void {
    if (findings.full) return;
    const meant = suggest(name, known);
    const place = path.length === 0 ? "an environment file" : pathText(path);
    const fix = meant && {
      title: `Rename to ${meant}`,
      edits: [{ start: key.start, end: key.end, text: JSON.stringify(meant) }],
    };
    const hint = meant
      ? ` Did you mean ${quoted(meant)}?`
      : known.length < 6
        ? ` There are ${listed(known.map(quoted), "and")}.`
        : "";
    fault(
      "unknown-property",
      `${quoted(name)} is no property of ${place}.${hint}`,
      [...path, name],
      key,
      fix || undefined,
    );
  }

  function wrongType(node: Node, shape: Shape, path: Path): void {
    const words =
      shape.kind === "boolean" && shape.orWords ? 'true, false, "true" or "false"' : expectedWords[shape.kind];
    const word = node.kind === "string" ? node.value.trim().toLowerCase() : undefined;
    const { start, end } = node;
    let fix: Diagnostic["fix"];
    if (shape.kind === "boolean" && (word === "true" || word === "false"))
      fix = { title: `Write ${word}`, edits: [{ start, end, text: word }] };
    if (shape.kind === "integer" && word && /^[1-9]\d{0,8}$/.test(word))
      fix = { title: `Write ${word}`, edits: [{ start, end, text: word }] };
    const found = node.kind === "string" && shape.kind === "boolean" ? quoted(node.value) : kindWords[node.kind];
    fault("wrong-type", `${nameOf(path)} must be ${words}, not ${found}.`, path, node, fix);
  }

  function checkText(node: Node & { kind: "string" }, shape: Shape & { kind: "string" }, path: Path): void {
    const { start, end, value } = node;
    const choices = shape.choices?.map((choice) => choice.value);
    if (choices && !choices.includes(value)) {
      const meant = suggest(value, choices);
      const fix = meant ? { title: `Write ${meant}`, edits: [{ start, end, text: JSON.stringify(meant) }] } : undefined;
      const message = `${nameOf(path)} must be ${listed(choices, "or")}, not ${quoted(value)}.`;
      fault("not-a-choice", message, path, node, fix);
    }
    if (shape.form && !new RegExp(shape.form.pattern, "u").test(value)) {
      const bare = value
        .trim()
        .replace(/^[a-z+]+:\/\/(?:[^/@]*@)?/i, "")
        .replace(/\/+$/, "");
      const fits = bare !== value && new RegExp(shape.form.pattern, "u").test(bare);
      const fix = fits ? { title: `Write ${bare}`, edits: [{ start, end, text: JSON.stringify(bare) }] } : undefined;
      const message = `${nameOf(path)} must have the form ${shape.form.words}, not ${quoted(value)}.`;
      fault("wrong-form", message, path, node, fix);
    }
  }

  /** False when the value has another type than the shape. */
  function hasType(node: Node, shape: Shape, path: Path): boolean {
    switch (shape.kind) {
      case "object":
        if (node.kind === "object") checkObject(node, shape, path);
        return node.kind === "object";
      case "object-or-list":
        if (node.kind === "object") checkObject(node, shape.object, path);
        if (node.kind === "array") checkItems(node.members, shape.object, path);
        return node.kind === "object" || node.kind === "array";
      case "array":
        if (node.kind === "array") checkItems(node.members, shape.items, path);
        return node.kind === "array";
      case "string":
        if (node.kind === "string") checkText(node, shape, path);
        return node.kind === "string";
      case "boolean": {
        const word = node.kind === "string" && (node.value === "true" || node.value === "false");
        return node.kind === "boolean" || (shape.orWords === true && word);
      }
      case "integer":
        if (node.kind === "number") checkNumber(node, Number(node.value), shape, path);
        return node.kind === "number";
    }
  }

  function checkNumber(node: Node, value: number, { minimum, maximum }: IntegerShape, path: Path): void {
    if (!Number.isInteger(value)) fault("not-whole", `${nameOf(path)} must be a whole number.`, path, node);
    else if (value < minimum || value > maximum)
      fault("out-of-range", `${nameOf(path)} must be ${minimum} to ${maximum}, not ${value}.`, path, node);
  }

  function check(node: Node, shape: Shape, path: Path): void {
    if (node.kind !== "invalid" && !hasType(node, shape, path)) wrongType(node, shape, path);
  }

  function checkItems(items: readonly Node[], shape: Shape, path: Path): void {
    for (const [index, item] of items.entries()) check(item, shape, [...path, index]);
  }

  if (root.kind === "object") checkObject(root, environmentShape, []);
  else if (root.kind !== "invalid")
    fault("not-an-object", `The file must hold an object, not ${kindWords[root.kind]}.`, [], {
      start: root.start,
      end: root.kind === "array" ? root.start + 1 : root.end,
    });
}
