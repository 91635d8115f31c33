import type { Range } from "./diagnostic";
import { locationAt, shapeAt } from "./location";
import type { ObjectShape, PropertyShape, Shape } from "./shape";
import type { Node } from "./syntax-tree";

/** A completion for a position in the text. */
export interface Suggestion extends Range {
  label: string;
  /** Replaces the range. */
  insert: string;
  /** The cursor's offset in `insert`. */
  cursor: number;
  kind: "property" | "value";
  /** The type of the value: `string`, `list`. */
  detail: string;
  meaning: string;
}

/** Documentation of a name or value. */
interface Explanation extends Range {
  title: string;
  meaning: string;
}

const kindLabels: Readonly<Record<Shape["kind"], string>> = {
  string: "string",
  boolean: "boolean",
  integer: "number",
  array: "list",
  object: "object",
  "object-or-list": "object or list",
};

/** The text inserted for an empty value, and where to put the cursor in it. */
function emptyValueText(shape: Shape): { text: string; cursor: number } {
  switch (shape.kind) {
    case "string":
      return { text: '""', cursor: 1 };
    case "array":
      return { text: "[]", cursor: 1 };
    case "object":
    case "object-or-list":
      return { text: "{  }", cursor: 2 };
    case "boolean":
    case "integer":
      return { text: "", cursor: 0 };
  }
}

const objectOf = (shape: Shape | undefined): ObjectShape | undefined =>
  shape?.kind === "object-or-list" ? shape.object : shape?.kind === "object" ? shape : undefined;

const meaningOf = (shape: Shape | PropertyShape) => ("meaning" in shape ? shape.meaning : "");

function wordAround(text: string, offset: number): Range {
  let [start, end] = [offset, offset];
  while (start > 0 && /[\w$]/.test(text[start - 1] ?? "")) start -= 1;
  while (end < text.length && /[\w$]/.test(text[end] ?? "")) end += 1;
  return { start, end };
}

function values(shape: Shape | PropertyShape): { text: string; meaning: string }[] {
  switch (shape.kind) {
    case "string":
      if (shape.choices) return shape.choices.map(({ value, meaning }) => ({ text: JSON.stringify(value), meaning }));
      return shape.example === undefined ? [] : [{ text: JSON.stringify(shape.example), meaning: "Example." }];
    case "boolean":
      return ["true", "false"].map((text) => ({ text, meaning: meaningOf(shape) }));
    default:
      return [];
  }
}

/** Completions at an offset: unused property names, or the values of a property. */
export function suggestionsAt(text: string, root: Node | undefined, offset: number): Suggestion[] {
  const location = locationAt(root, offset);
  if (location.kind === "value") {
    const shape = shapeAt(location.path);
    if (!shape) return [];
    const range = location.node ?? wordAround(text, offset);
    if (location.node?.kind === "object" || location.node?.kind === "array") return [];
    if (range.start > offset || range.end < offset) return [];
    return values(shape).map(({ text: insert, meaning }) => ({
      start: range.start,
      end: range.end,
      label: insert.replace(/^"|"$/g, ""),
      insert,
      cursor: insert.length,
      kind: "value",
      detail: "",
      meaning,
    }));
  }
  const shape = objectOf(shapeAt(location.path));
  if (!shape) return [];
  const { container, property } = location;
  const range = property?.key ?? wordAround(text, offset);
  const taken = new Set(container.members.filter((each) => each !== property).map(({ key }) => key.value));
  const follows = container.members.some(({ start }) => start > range.end);
  return Object.entries(shape.properties)
    .filter(([name]) => !taken.has(name))
    .map(([name, own]) => {
      const emptyValue = emptyValueText(own);
      const quoted = JSON.stringify(name);
      const whole = property?.afterColon === undefined;
      return {
        start: range.start,
        end: range.end,
        label: name,
        insert: whole ? `${quoted}: ${emptyValue.text}${follows ? "," : ""}` : quoted,
        cursor: whole ? quoted.length + 2 + emptyValue.cursor : quoted.length,
        kind: "property" as const,
        detail: kindLabels[own.kind],
        meaning: own.meaning,
      };
    });
}

/** Documentation of the name or choice at an offset. */
export function explanationAt(root: Node | undefined, offset: number): Explanation | undefined {
  const location = locationAt(root, offset);
  if (location.kind === "name") {
    const { property, path } = location;
    const shape = property && shapeAt([...path, property.key.value]);
    if (!property || !shape || !meaningOf(shape)) return undefined;
    const { start, end, value } = property.key;
    return { start, end, title: `${value}: ${kindLabels[shape.kind]}`, meaning: meaningOf(shape) };
  }
  const shape = shapeAt(location.path);
  if (location.node?.kind !== "string" || shape?.kind !== "string") return undefined;
  const { start, end, value } = location.node;
  const choice = shape.choices?.find((each) => each.value === value);
  return choice && { start, end, title: value, meaning: choice.meaning };
}
