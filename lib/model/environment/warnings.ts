import type { Diagnostic, Path, Range, Severity } from "./diagnostic";
import { pathText } from "./diagnostic";
import type { Findings } from "./findings";
import { folderOf, repositoryPath } from "./repository-path";
import { type Node, propertyOf } from "./syntax-tree";

/** Texts of which an empty one can't be meant. */
const neverEmpty = ["image", "snapshot", "name", "user", "install", "start", "chromeExecutablePath"];

function domainOf(entry: string): string | undefined {
  const bare = entry
    .trim()
    .replace(/^[a-z][a-z0-9+.-]*:\/\//i, "")
    .replace(/[/?#].*$/s, "")
    .replace(/:\d+$/, "");
  return /^[\w*.-]+$/.test(bare) ? bare : undefined;
}

interface Item {
  node: Node;
  path: Path;
}

/** Says where a file is allowed and yet does not do what it seems to say. */
export function warn(root: Node, filePath: string, findings: Findings): void {
  function say(severity: Severity, code: string, message: string, path: Path, range: Range, fix?: Diagnostic["fix"]) {
    findings.add({ severity, code, message, path, start: range.start, end: range.end, ...(fix && { fix }) });
  }

  const property = (name: string) => propertyOf(root, name);
  const listAt = (name: string) => {
    const value = property(name)?.value;
    return value?.kind === "array" ? value.members : undefined;
  };
  const textAt = (node: Node | undefined, name: string) => {
    const value = propertyOf(node, name)?.value;
    return value?.kind === "string" ? value : undefined;
  };
  const flag = (name: string) => {
    const value = property(name)?.value;
    return value?.kind === "boolean" ? value.value === true : undefined;
  };

  function warnOfBase(): void {
    const [snapshot, build, image] = [property("snapshot"), property("build"), property("image")];
    for (const other of [build, image]) {
      if (snapshot && other)
        say(
          "warning",
          "snapshot-wins",
          `"${other.key.value}" has no effect: the snapshot is the base.`,
          [other.key.value],
          other.key,
        );
    }
    if (!snapshot && build && image)
      say("warning", "two-bases", '"build" and "image" both name a base. Keep one of them.', ["image"], image.key);
    const update = property("agentCanUpdateSnapshot");
    const base = snapshot ? undefined : (build ?? image);
    if (update && base) {
      const message = `Without effect: with "${base.key.value}" as the base it is always false.`;
      const severity = flag("agentCanUpdateSnapshot") === false ? "info" : "warning";
      say(severity, "snapshot-update-without-effect", message, ["agentCanUpdateSnapshot"], update.key);
    }
    const recipe = build?.value;
    const [contents, file] = [propertyOf(recipe, "dockerfileContents"), propertyOf(recipe, "dockerfile")];
    if (contents && file) {
      const message = '"dockerfile" and "dockerfileContents" both hold a Dockerfile. Keep one of them.';
      say("warning", "two-dockerfiles", message, ["build", "dockerfileContents"], contents.key);
    }
    for (const name of ["dockerfile", "context"]) {
      const path = textAt(recipe, name);
      if (path && path.value !== "" && repositoryPath(folderOf(filePath), path.value) === undefined)
        say("warning", "outside-repository", `${path.value} lies outside the repository.`, ["build", name], path);
    }
    if (contents) warnOfEmpty(recipe, "dockerfileContents", ["build"]);
    if (file) warnOfEmpty(recipe, "dockerfile", ["build"]);
  }

  function warnOfEmpty(node: Node | undefined, name: string, path: Path): void {
    const value = textAt(node, name);
    if (value && value.value.trim() === "")
      say("warning", "empty-text", `${pathText([...path, name])} is empty.`, [...path, name], value);
  }

  function warnOfMcp(): void {
    const list = property("mcpServerAllowlist");
    const members = listAt("mcpServerAllowlist");
    if (!list || !members) return;
    const path = ["mcpServerAllowlist"];
    if (flag("disableAllMcpServers")) {
      if (members.length > 0)
        say("warning", "allowlist-ignored", "Ignored: disableAllMcpServers blocks every server.", path, list.key);
    } else if (members.length === 0) {
      const message = "An empty list does not disable MCP: the policy of team and user holds.";
      say("info", "empty-allowlist", message, path, list.key);
    }
  }

  function warnOfEgress(): void {
    const list = property("egressAllowlist");
    const members = listAt("egressAllowlist") ?? [];
    const mode = textAt(root, "egressMode");
    if (mode?.value === "allow_all" && list && members.length > 0)
      say(
        "warning",
        "egress-list-without-effect",
        "Without effect: allow_all restricts nothing.",
        ["egressAllowlist"],
        list.key,
      );
    if (mode?.value === "network_settings_only" && members.length === 0) {
      const message = "Only the required domains can be reached: egressAllowlist names none.";
      say("warning", "nothing-reachable", message, ["egressMode"], mode);
    }
    for (const [index, entry] of members.entries()) {
      if (findings.full) return;
      if (entry.kind !== "string" || /^[\w*-]+(?:\.[\w*-]+)*\.?$/.test(entry.value)) continue;
      const domain = domainOf(entry.value);
      const message = `${JSON.stringify(entry.value.slice(0, 80))} is no domain.`;
      const edits = domain && [{ start: entry.start, end: entry.end, text: JSON.stringify(domain) }];
      const fix = edits ? { title: `Write ${domain}`, edits } : undefined;
      say("warning", "no-domain", message, ["egressAllowlist", index], entry, fix);
    }
  }

  /** Each value that an earlier one already has. */
  function warnOfRepeats(
    what: string,
    code: string,
    values: readonly { value: string | number; path: Path; node: Range }[],
  ) {
    const first = new Map<string | number, Path>();
    for (const { value, path, node } of values) {
      if (findings.full) return;
      const earlier = first.get(value);
      if (earlier) say("warning", code, `${what} ${value} is the same as that of ${pathText(earlier)}.`, path, node);
      else first.set(value, path.slice(0, -1));
    }
  }

  function namesOf(items: readonly Item[]) {
    return items.flatMap(({ node, path }) => {
      const name = textAt(node, "name");
      return name && name.value !== "" ? [{ value: name.value, path: [...path, "name"], node: name }] : [];
    });
  }

  const members = (name: string): Item[] => (listAt(name) ?? []).map((node, index) => ({ node, path: [name, index] }));

  function warnOfLists(): void {
    const ports = members("ports");
    const numbers = ports.flatMap(({ node, path }) => {
      const port = propertyOf(node, "port")?.value;
      return port?.kind === "number" ? [{ value: Number(port.value), path: [...path, "port"], node: port }] : [];
    });
    warnOfRepeats("Port", "duplicate-port", numbers);
    warnOfRepeats("The name", "duplicate-item-name", namesOf(ports));
    warnOfRepeats("The name", "duplicate-item-name", namesOf(members("mcpServerAllowlist")));
    const terminals = members("terminals").flatMap(({ node, path }): Item[] =>
      node.kind === "array"
        ? node.members.map((each, index) => ({ node: each, path: [...path, index] }))
        : [{ node, path }],
    );
    warnOfRepeats("The name", "duplicate-item-name", namesOf(terminals));
    for (const { node, path } of terminals) warnOfEmpty(node, "command", path);
    for (const name of ["egressAllowlist", "repositoryDependencies"]) {
      const seen = new Set<string>();
      for (const { node, path } of members(name)) {
        if (node.kind !== "string") continue;
        if (seen.has(node.value))
          say("warning", "duplicate-entry", `${node.value.slice(0, 80)} stands in the list twice.`, path, node);
        seen.add(node.value);
      }
    }
  }

  if (root.kind !== "object") return;
  for (const name of neverEmpty) warnOfEmpty(root, name, []);
  warnOfBase();
  warnOfMcp();
  warnOfEgress();
  warnOfLists();
}
