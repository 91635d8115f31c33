const maxNameLength = 60;

/** Derives an agent's name from the first meaningful line of its prompt, truncated at a word boundary. */
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
  if (letters.length <= maxNameLength) return letters.join("");
  const cut = letters.slice(0, maxNameLength - 1).join("");
  const space = cut.lastIndexOf(" ");
  return `${space > maxNameLength / 2 ? cut.slice(0, space) : cut}…`;
}

/** Returns an agent's generated branch name: `<service>/<slug of the name>-<start of its id>`. */
export function deriveBranch(serviceName: string, name: string, agentId: string): string {
  const words = name
    .normalize("NFKD")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-+|(?<!-)-+$/g, "")
    .slice(0, 40)
    .replace(/(?<!-)-+$/, "");
  return `${serviceName}/${words || "agent"}-${agentId.replace(/^bc-/, "").slice(0, 6)}`;
}
