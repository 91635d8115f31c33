import type { Path, Range } from "./diagnostic";

export type Json = string | number | boolean | null | readonly Json[] | { readonly [name: string]: Json };

export interface StringNode extends Range {
  kind: "string";
  value: string;
}

interface ScalarNode extends Range {
  kind: "number" | "boolean" | "null";
  value: number | boolean | null;
}

/** Text in the position of a value that isn't a valid one. */
interface InvalidNode extends Range {
  kind: "invalid";
}

export interface Property extends Range {
  key: StringNode;
  /** Offset after the colon; `undefined` where the text has none. */
  afterColon: number | undefined;
  /** `undefined` where the text has none. */
  value: Node | undefined;
}

interface Container extends Range {
  /** Offset of the comma after each member. Well-formed text has none after the last. */
  commas: number[];
}

export interface ObjectNode extends Container {
  kind: "object";
  members: Property[];
}

export interface ArrayNode extends Container {
  kind: "array";
  members: Node[];
}

export type Node = StringNode | ScalarNode | ObjectNode | ArrayNode | InvalidNode;

export interface Comment extends Range {
  kind: "line" | "block";
}

/** The value of a node. The last of duplicate properties counts. */
export function toJson(node: Node): Json {
  switch (node.kind) {
    case "object":
      return Object.fromEntries(
        node.members.flatMap(({ key, value }) => (value ? [[key.value, toJson(value)] as const] : [])),
      );
    case "array":
      return node.members.map(toJson);
    case "invalid":
      return null;
    default:
      return node.value;
  }
}

/** The property with this name; the last one if there are duplicates. */
export function findProperty(node: Node | undefined, name: string): Property | undefined {
  return node?.kind === "object" ? node.members.findLast(({ key }) => key.value === name) : undefined;
}

export function nodeAt(root: Node | undefined, path: Path): Node | undefined {
  let node = root;
  for (const step of path) {
    if (typeof step === "number") node = node?.kind === "array" ? node.members[step] : undefined;
    else node = findProperty(node, step)?.value;
  }
  return node;
}

export const valueIn = (node: Node | undefined, name: string): Node | undefined => findProperty(node, name)?.value;

export function stringIn(node: Node | undefined, name: string): StringNode | undefined {
  const value = valueIn(node, name);
  return value?.kind === "string" ? value : undefined;
}

export function booleanIn(node: Node | undefined, name: string): boolean | undefined {
  const value = valueIn(node, name);
  return value?.kind === "boolean" ? value.value === true : undefined;
}

export function arrayItems(node: Node | undefined): readonly Node[] | undefined {
  return node?.kind === "array" ? node.members : undefined;
}
