import { parse } from "./parse";
import type { Comment, Node } from "./syntax-tree";

/** A text that can be edited: well-formed, at its root an object. */
export interface Editable {
  text: string;
  root: Node;
  comments: readonly Comment[];
}

/** `undefined` when the text is not well-formed: an edit could make it worse. */
export function editable(text: string): Editable | undefined {
  const { root, comments, diagnostics } = parse(text);
  if (root?.kind !== "object" || diagnostics.some(({ severity }) => severity === "error")) return undefined;
  return { text, root, comments };
}
