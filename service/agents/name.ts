const maxDerived = 60;

/** A name for an agent from its prompt: the first line that says something, cut at a word. */
export function deriveName(prompt: string): string {
  const lines = prompt.split(/\r?\n/).map((line) =>
    line
      .replace(/^[\s#>*`~-]+/, "")
      .replace(/[`*]+/g, "")
      .trim(),
  );
  const insideFence = /^(?:sh|bash|shell|diff|file\b.*)$/;
  const line = lines.find((text) => text !== "" && !insideFence.test(text)) ?? "";
  const letters = Array.from(
    line
      .replace(/\p{C}+/gu, " ")
      .replace(/\s+/g, " ")
      .trim(),
  );
  if (letters.length === 0) return "Untitled agent";
  if (letters.length <= maxDerived) return letters.join("");
  const cut = letters.slice(0, maxDerived - 1).join("");
  const space = cut.lastIndexOf(" ");
  return `${space > maxDerived / 2 ? cut.slice(0, space) : cut}…`;
}

/** The auto-generated branch of an agent: `<service>/<words of the name>-<part of its id>`. */
export function deriveBranch(serviceName: string, name: string, agentId: string): string {
  const words = name
    .normalize("NFKD")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-+|-+$/g, "")
    .slice(0, 40)
    .replace(/-+$/, "");
  return `${serviceName}/${words || "agent"}-${agentId.replace(/^bc-/, "").slice(0, 6)}`;
}
