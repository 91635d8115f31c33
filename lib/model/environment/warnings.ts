import { type Diagnostic, diagnosticAt, type Fix, type Path, pathText, type Range, replacement } from "./diagnostic";
import type { Findings } from "./findings";
import { folderOf, repositoryPath } from "./repository-path";
import { booleanIn, itemsOf, type Node, propertyOf, stringIn, valueIn } from "./syntax-tree";

interface Item {
  node: Node;
  path: Path;
}

/** Properties whose string can't reasonably be empty. */
const neverEmpty = ["image", "snapshot", "name", "user", "install", "start", "chromeExecutablePath"];

/** Warns where a file is valid and yet doesn't do what it seems to say. */
export function addWarnings(root: Node, filePath: string, findings: Findings): void {
  if (root.kind !== "object") return;
  for (const name of neverEmpty) warnOfEmpty(root, name, [], findings);
  warnOfBase(root, findings);
  warnOfSnapshotUpdate(root, findings);
  warnOfBuild(valueIn(root, "build"), filePath, findings);
  warnOfMcp(root, findings);
  warnOfEgress(root, findings);
  warnOfDomains(itemsAt(root, "egressAllowlist"), findings);
  warnOfDuplicates(root, findings);
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

function warnOfEmpty(node: Node | undefined, name: string, path: Path, findings: Findings): void {
  const value = stringIn(node, name);
  if (value && value.value.trim() === "")
    addWarning(findings, "empty-text", `${pathText([...path, name])} is empty.`, [...path, name], value);
}

function warnOfBase(root: Node, findings: Findings): void {
  const snapshot = propertyOf(root, "snapshot");
  const build = propertyOf(root, "build");
  const image = propertyOf(root, "image");
  for (const { key } of snapshot ? [build, image].filter((each) => each !== undefined) : []) {
    const message = `"${key.value}" has no effect: the snapshot is the base.`;
    addWarning(findings, "snapshot-wins", message, [key.value], key);
  }
  if (!snapshot && build && image) {
    const message = '"build" and "image" both name a base. Keep one of them.';
    addWarning(findings, "two-bases", message, ["image"], image.key);
  }
}

function warnOfSnapshotUpdate(root: Node, findings: Findings): void {
  const update = propertyOf(root, "agentCanUpdateSnapshot");
  const base = propertyOf(root, "build") ?? propertyOf(root, "image");
  if (!update || !base || propertyOf(root, "snapshot")) return;
  const message = `Without effect: with "${base.key.value}" as the base it is always false.`;
  const severity = booleanIn(root, "agentCanUpdateSnapshot") === false ? "info" : "warning";
  const path = ["agentCanUpdateSnapshot"];
  addWarning(findings, "snapshot-update-without-effect", message, path, update.key, { severity });
}

function warnOfBuild(build: Node | undefined, filePath: string, findings: Findings): void {
  const contents = propertyOf(build, "dockerfileContents");
  const file = propertyOf(build, "dockerfile");
  if (contents && file) {
    const message = '"dockerfile" and "dockerfileContents" both hold a Dockerfile. Keep one of them.';
    addWarning(findings, "two-dockerfiles", message, ["build", "dockerfileContents"], contents.key);
  }
  for (const name of ["dockerfile", "context"]) {
    const path = stringIn(build, name);
    if (!path || path.value === "" || repositoryPath(folderOf(filePath), path.value) !== undefined) continue;
    addWarning(findings, "outside-repository", `${path.value} lies outside the repository.`, ["build", name], path);
  }
  for (const name of ["dockerfileContents", "dockerfile"]) warnOfEmpty(build, name, ["build"], findings);
}

function warnOfMcp(root: Node, findings: Findings): void {
  const list = propertyOf(root, "mcpServerAllowlist");
  const items = itemsOf(list?.value);
  if (!list || !items) return;
  const path = ["mcpServerAllowlist"];
  if (booleanIn(root, "disableAllMcpServers")) {
    const message = "Ignored: disableAllMcpServers blocks every server.";
    if (items.length > 0) addWarning(findings, "allowlist-ignored", message, path, list.key);
  } else if (items.length === 0) {
    const message = "An empty list does not disable MCP: the policy of team and user holds.";
    addWarning(findings, "empty-allowlist", message, path, list.key, { severity: "info" });
  }
}

function warnOfEgress(root: Node, findings: Findings): void {
  const list = propertyOf(root, "egressAllowlist");
  const isEmpty = (itemsOf(list?.value) ?? []).length === 0;
  const mode = stringIn(root, "egressMode");
  if (mode?.value === "allow_all" && list && !isEmpty) {
    const message = "Without effect: allow_all restricts nothing.";
    addWarning(findings, "egress-list-without-effect", message, ["egressAllowlist"], list.key);
  }
  if (mode?.value === "network_settings_only" && isEmpty) {
    const message = "Only the required domains can be reached: egressAllowlist names none.";
    addWarning(findings, "nothing-reachable", message, ["egressMode"], mode);
  }
}

/** The domain in a URL or in a host with a port. */
function domainOf(entry: string): string | undefined {
  const bare = entry
    .trim()
    .replace(/^[a-z][a-z0-9+.-]*:\/\//i, "")
    .replace(/[/?#].*$/s, "")
    .replace(/:\d+$/, "");
  return /^[\w*.-]+$/.test(bare) ? bare : undefined;
}

function warnOfDomains(entries: readonly Item[], findings: Findings): void {
  for (const { node, path } of entries) {
    if (findings.full) return;
    if (node.kind !== "string" || /^[\w*-]+(?:\.[\w*-]+)*\.?$/.test(node.value)) continue;
    const domain = domainOf(node.value);
    const fix = domain ? replacement(`Write ${domain}`, node, JSON.stringify(domain)) : undefined;
    const message = `${JSON.stringify(node.value.slice(0, 80))} is no domain.`;
    addWarning(findings, "no-domain", message, path, node, { fix });
  }
}

function warnOfDuplicates(root: Node, findings: Findings): void {
  const ports = itemsAt(root, "ports");
  const terminals = itemsAt(root, "terminals").flatMap(
    ({ node, path }): Item[] =>
      itemsOf(node)?.map((each, index) => ({ node: each, path: [...path, index] })) ?? [{ node, path }],
  );
  warnOfRepeats("Port", "duplicate-port", numbersOf(ports), findings);
  for (const items of [ports, itemsAt(root, "mcpServerAllowlist"), terminals])
    warnOfRepeats("The name", "duplicate-item-name", namesOf(items), findings);
  for (const { node, path } of terminals) warnOfEmpty(node, "command", path, findings);
  for (const name of ["egressAllowlist", "repositoryDependencies"])
    warnOfRepeatedEntries(itemsAt(root, name), findings);
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

/** Warns of each value that an earlier item already has. */
function warnOfRepeats(what: string, code: string, values: readonly NamedValue[], findings: Findings): void {
  const first = new Map<string | number, Path>();
  for (const { value, path, node } of values) {
    if (findings.full) return;
    const earlier = first.get(value);
    if (!earlier) first.set(value, path.slice(0, -1));
    else addWarning(findings, code, `${what} ${value} is the same as that of ${pathText(earlier)}.`, path, node);
  }
}

function warnOfRepeatedEntries(entries: readonly Item[], findings: Findings): void {
  const seen = new Set<string>();
  for (const { node, path } of entries) {
    if (node.kind !== "string") continue;
    if (seen.has(node.value)) {
      const message = `${node.value.slice(0, 80)} stands in the list twice.`;
      addWarning(findings, "duplicate-entry", message, path, node);
    }
    seen.add(node.value);
  }
}
