import type { Edit, Path } from "./diagnostic";
import type { Editable } from "./editable";
import { detectLayout, insertMember, memberIndentation, removeMembers } from "./members";
import { printValue } from "./print";
import { type ArrayNode, type Json, nodeAt, type ObjectNode } from "./syntax-tree";

/** Applies edits, which must not overlap. */
export function applyEdits(text: string, edits: readonly Edit[]): string {
  let [result, at] = ["", 0];
  for (const edit of [...edits].sort((a, b) => a.start - b.start || a.end - b.end)) {
    result += text.slice(at, edit.start) + edit.text;
    at = edit.end;
  }
  return result + text.slice(at);
}

const wrap = (path: Path, value: Json): Json =>
  path.reduceRight<Json>((inner, step) => (typeof step === "number" ? [inner] : { [step]: inner }), value);

function append(document: Editable, container: ObjectNode | ArrayNode, name: string | undefined, value: Json): Edit[] {
  const layout = detectLayout(document, container);
  const inner = { ...layout, indentation: memberIndentation(document, container, layout) };
  const printed = printValue(value, inner, container.kind === "array");
  return insertMember(
    document,
    container,
    layout,
    name === undefined ? printed : `${JSON.stringify(name)}: ${printed}`,
  );
}

/**
 * The edits that set the value at a path. Missing parents are added; an index at or past the end of a list appends. The rest of the
 * text is unchanged.
 */
export function setValue(document: Editable, path: Path, value: Json): Edit[] {
  for (let depth = path.length; depth > 0; depth -= 1) {
    const steps = path.slice(0, depth);
    const node = nodeAt(document.root, steps);
    if (node && depth === path.length) {
      return [{ start: node.start, end: node.end, text: printValue(value, detectLayout(document, node), false) }];
    }
    const container = nodeAt(document.root, steps.slice(0, -1));
    const step = steps.at(-1);
    const rest = wrap(path.slice(depth), value);
    if (container?.kind === "object" && typeof step === "string" && !node)
      return append(document, container, step, rest);
    if (container?.kind === "array" && typeof step === "number" && !node)
      return append(document, container, undefined, rest);
    // A parent of the wrong type is replaced.
    if (node) {
      const text = printValue(rest, detectLayout(document, node), false);
      return [{ start: node.start, end: node.end, text }];
    }
  }
  return [];
}

/** The edits that remove the value at a path; none if there is no value. Adjacent comments stay. */
export function removeValue(document: Editable, path: Path): Edit[] {
  const container = nodeAt(document.root, path.slice(0, -1));
  const step = path.at(-1);
  if (container?.kind === "object") {
    const indexes = container.members.flatMap(({ key }, index) => (key.value === step ? [index] : []));
    return removeMembers(document, container, indexes);
  }
  if (container?.kind === "array" && typeof step === "number" && step < container.members.length)
    return removeMembers(document, container, [step]);
  return [];
}
