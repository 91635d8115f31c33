/**
 * Resolves a relative link in a document: `../docs/a.md#x` in `guide/b.md` is `docs/a.md`. Returns `undefined` for
 * absolute URLs, anchors, and paths outside the repository.
 */
export function resolveRelativeLink(href: string, documentPath: string): string | undefined {
  if (/^(?:[a-z][a-z0-9+.-]*:|\/\/|#|\?)/i.test(href) || href === "") return undefined;
  let path: string;
  try {
    path = decodeURIComponent(href.split(/[#?]/, 1)[0] ?? "");
  } catch {
    return undefined;
  }
  if (path.includes("\0") || path.includes("\\")) return undefined;
  const parts = path.startsWith("/") ? [] : documentPath.split("/").slice(0, -1);
  for (const part of path.split("/")) {
    if (part === "" || part === ".") continue;
    if (part !== "..") parts.push(part);
    else if (parts.pop() === undefined) return undefined;
  }
  return parts.join("/");
}
