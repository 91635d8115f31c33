import { type Diagnostic, diagnosticAt, type Fix, type Path, pathText, type Range, replacement } from "./diagnostic";
import type { Findings } from "./findings";
import { folderOf, repositoryPath } from "./repository-path";
import { booleanIn, itemsOf, type Node, propertyOf, stringIn, valueIn } from "./syntax-tree";

interface Item {
  node: Node;
  path: Path;
}

/** String properties that make no sense when empty. */
const neverEmpty = ["image", "snapshot", "name", "user", "install", "start", "chromeExecutablePath"];

/** Adds warnings where a valid file doesn't do what it appears to. */
export function addWarnings(root: Node, filePath: string, findings: Findings): void {
  if (root.kind !== "object") return;
  for (const name of neverEmpty) warnAboutEmpty(root, name, [], findings);
  warnAboutBase(root, findings);
  warnAboutSnapshotUpdate(root, findings);
  warnAboutBuild(valueIn(root, "build"), filePath, findings);
  warnAboutMcp(root, findings);
  warnAboutEgress(root, findings);
  warnAboutDomains(itemsAt(root, "egressAllowlist"), findings);
  warnAboutDuplicates(root, findings);
}

const itemsAt = (root: Node, name: string): Item[] =>
  (itemsOf(valueIn(root, name)) ?? []).map((node, index) => ({ node, path: [name, index] }));

function addWarning(
  findings: Findings,
  code: string,
  message: string,
  path: Path,
  range: Range,
  options: { severity?: Diagnostic["severity"]; fix?: Fix | undefined } = {},
): void {
  findings.add(diagnosticAt(range, { severity: "warning", code, message, path, ...options }));
}

function warnAboutEmpty(node: Node | undefined, name: string, path: Path, findings: Findings): void {
  const value = stringIn(node, name);
  if (value && value.value.trim() === "")
    addWarning(findings, "empty-text", `${pathText([...path, name])} is empty.`, [...path, name], value);
}

function warnAboutBase(root: Node, findings: Findings): void {
  const snapshot = propertyOf(root, "snapshot");
  const build = propertyOf(root, "build");
  const image = propertyOf(root, "image");
  for (const { key } of snapshot ? [build, image].filter((each) => each !== undefined) : []) {
    const message = `"${key.value}" has no effect because the snapshot is the base.`;
    addWarning(findings, "snapshot-wins", message, [key.value], key);
  }
  if (!snapshot && build && image) {
    const message = '"build" and "image" both define a base. Keep one of them.';
    addWarning(findings, "two-bases", message, ["image"], image.key);
  }
}

function warnAboutSnapshotUpdate(root: Node, findings: Findings): void {
  const update = propertyOf(root, "agentCanUpdateSnapshot");
  const base = propertyOf(root, "build") ?? propertyOf(root, "image");
  if (!update || !base || propertyOf(root, "snapshot")) return;
  const message = `No effect: always false when "${base.key.value}" is the base.`;
  const severity = booleanIn(root, "agentCanUpdateSnapshot") === false ? "info" : "warning";
  const path = ["agentCanUpdateSnapshot"];
  addWarning(findings, "snapshot-update-without-effect", message, path, update.key, { severity });
}

function warnAboutBuild(build: Node | undefined, filePath: string, findings: Findings): void {
  const contents = propertyOf(build, "dockerfileContents");
  const file = propertyOf(build, "dockerfile");
  if (contents && file) {
    const message = '"dockerfile" and "dockerfileContents" both define a Dockerfile. Keep one of them.';
    addWarning(findings, "two-dockerfiles", message, ["build", "dockerfileContents"], contents.key);
  }
  for (const name of ["dockerfile", "context"]) {
    const path = stringIn(build, name);
    if (!path || path.value === "" || repositoryPath(folderOf(filePath), path.value) !== undefined) continue;
    addWarning(findings, "outside-repository", `${path.value} is outside the repository.`, ["build", name], path);
  }
  for (const name of ["dockerfileContents", "dockerfile"]) warnAboutEmpty(build, name, ["build"], findings);
}

function warnAboutMcp(root: Node, findings: Findings): void {
  const list = propertyOf(root, "mcpServerAllowlist");
  const items = itemsOf(list?.value);
  if (!list || !items) return;
  const path = ["mcpServerAllowlist"];
  if (booleanIn(root, "disableAllMcpServers")) {
    const message = "No effect: disableAllMcpServers blocks all servers.";
    if (items.length > 0) addWarning(findings, "allowlist-ignored", message, path, list.key);
  } else if (items.length === 0) {
    const message = "An empty list doesn't disable MCP servers. Team and user policies apply.";
    addWarning(findings, "empty-allowlist", message, path, list.key, { severity: "info" });
  }
}

function warnAboutEgress(root: Node, findings: Findings): void {
  const list = propertyOf(root, "egressAllowlist");
  const isEmpty = (itemsOf(list?.value) ?? []).length === 0;
  const mode = stringIn(root, "egressMode");
  if (mode?.value === "allow_all" && list && !isEmpty) {
    const message = "No effect: allow_all restricts nothing.";
    addWarning(findings, "egress-list-without-effect", message, ["egressAllowlist"], list.key);
  }
  if (mode?.value === "network_settings_only" && isEmpty) {
    const message = "Only required domains are reachable because egressAllowlist is empty.";
    addWarning(findings, "nothing-reachable", message, ["egressMode"], mode);
  }
}

/** The domain of a URL or of a host with a port. */
function domainOf(entry: string): string | undefined {
  const bare = entry
    .trim()
    .replace(/^[a-z][a-z0-9+.-]*:\/\//i, "")
    .replace(/[/?#].*$/s, "")
    .replace(/:\d+$/, "");
  return /^[\w*.-]+$/.test(bare) ? bare : undefined;
}

function warnAboutDomains(entries: readonly Item[], findings: Findings): void {
  for (const { node, path } of entries) {
    if (findings.full) return;
    if (node.kind !== "string" || /^[\w*-]+(?:\.[\w*-]+)*\.?$/.test(node.value)) continue;
    const domain = domainOf(node.value);
    const fix = domain ? replacement(`Write ${domain}`, node, JSON.stringify(domain)) : undefined;
    const message = `Invalid domain: ${JSON.stringify(node.value.slice(0, 80))}.`;
    addWarning(findings, "no-domain", message, path, node, { fix });
  }
}

function warnAboutDuplicates(root: Node, findings: Findings): void {
  const ports = itemsAt(root, "ports");
  const terminals = itemsAt(root, "terminals").flatMap(
    ({ node, path }): Item[] =>
      itemsOf(node)?.map((each, index) => ({ node: each, path: [...path, index] })) ?? [{ node, path }],
  );
  warnAboutRepeats("Port", "duplicate-port", numbersOf(ports), findings);
  for (const items of [ports, itemsAt(root, "mcpServerAllowlist"), terminals])
    warnAboutRepeats("The name", "duplicate-item-name", namesOf(items), findings);
  for (const { node, path } of terminals) warnAboutEmpty(node, "command", path, findings);
  for (const name of ["egressAllowlist", "repositoryDependencies"])
    warnAboutRepeatedEntries(itemsAt(root, name), findings);
}

interface NamedValue {
  value: string | number;
  path: Path;
  node: Range;
}

function numbersOf(ports: readonly Item[]): NamedValue[] {
  return ports.flatMap(({ node, path }) => {
    const port = valueIn(node, "port");
    return port?.kind === "number" ? [{ value: Number(port.value), path: [...path, "port"], node: port }] : [];
  });
}

function namesOf(items: readonly Item[]): NamedValue[] {
  return items.flatMap(({ node, path }) => {
    const name = stringIn(node, "name");
    return name && name.value !== "" ? [{ value: name.value, path: [...path, "name"], node: name }] : [];
  });
}

/** Warns about values that an earlier item already has. */
function warnAboutRepeats(what: string, code: string, values: readonly NamedValue[], findings: Findings): void {
  const first = new Map<string | number, Path>();
  for (const { value, path, node } of values) {
    if (findings.full) return;
    const earlier = first.get(value);
    if (!earlier) first.set(value, path.slice(0, -1));
    else addWarning(findings, code, `${what} ${value} is already used by ${pathText(earlier)}.`, path, node);
  }
}

function warnAboutRepeatedEntries(entries: readonly Item[], findings: Findings): void {
  const seen = new Set<string>();
  for (const { node, path } of entries) {
    if (node.kind !== "string") continue;
    if (seen.has(node.value)) {
      const message = `Duplicate entry ${node.value.slice(0, 80)}.`;
      addWarning(findings, "duplicate-entry", message, path, node);
    }
    seen.add(node.value);
  }
}
