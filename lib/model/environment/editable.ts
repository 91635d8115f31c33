import { parse } from "./parse";
import type { Comment, Node } from "./syntax-tree";

/** A text that can be edited: well-formed, with an object at the root. */
export interface Editable {
  text: string;
  root: Node;
  comments: readonly Comment[];
}

/** `undefined` if the text isn't well-formed, since an edit could break it further. */
export function editable(text: string): Editable | undefined {
  const { root, comments, diagnostics } = parse(text);
  if (root?.kind !== "object" || diagnostics.some(({ severity }) => severity === "error")) return undefined;
  return { text, root, comments };
}
