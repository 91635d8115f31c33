import type { RepositoryName } from "@/lib/model/hosting/repository-name";
import { paths } from "@/lib/model/paths";
import type { HtmlNode } from "./html-in-markdown";

/** `#12` not within a word or an address, or a full commit id. */
const reference = /(?<![\w/#&])#([1-9][0-9]{0,8})(?![\w-])|(?<![\w/])([0-9a-f]{40})(?!\w)/g;
const withoutLinks = new Set(["a", "code", "pre"]);

function linkText(text: string, repository: RepositoryName): HtmlNode[] {
  const parts: HtmlNode[] = [];
  let end = 0;
  for (const match of text.matchAll(reference)) {
    const [found, number, sha = ""] = match;
    const href = number ? paths.pull({ ...repository, pullNumber: number }) : paths.commit(repository, sha);
    const value = number ? found : sha.slice(0, 8);
    parts.push({ type: "text", value: text.slice(end, match.index) });
    parts.push({ type: "element", tagName: "a", properties: { href }, children: [{ type: "text", value }] });
    end = match.index + found.length;
  }
  return [...parts, { type: "text", value: text.slice(end) }];
}

function visit(node: HtmlNode, repository: RepositoryName): void {
  node.children = node.children?.flatMap((child) => {
    if (child.type === "text") return linkText(child.value ?? "", repository);
    if (!withoutLinks.has(child.tagName ?? "")) visit(child, repository);
    return [child];
  });
}

/** A rehype plugin that links pull requests (`#12`) and commits of a repository, outside of code and links. */
export function linkReferences(repository: RepositoryName) {
  return (tree: HtmlNode): void => visit(tree, repository);
}
