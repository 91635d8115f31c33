import { type Diagnostic, diagnosticAt, type Fix, type Path, pathText, type Range, replacement } from "./diagnostic";
import type { Findings } from "./findings";
import { parentFolder, repositoryPath } from "./repository-path";
import { quoted, shownText } from "./shown-text";
import { arrayItems, booleanIn, findProperty, type Node, stringIn, valueIn } from "./syntax-tree";

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
  warnAboutSnapshot(root, findings);
  warnAboutSnapshotUpdate(root, findings);
  warnAboutBuild(valueIn(root, "build"), filePath, findings);
  warnAboutMcp(root, findings);
  warnAboutEgress(root, findings);
  warnAboutDomains(itemsAt(root, "egressAllowlist"), findings);
  warnAboutDuplicates(root, findings);
}

const itemsAt = (root: Node, name: string): Item[] =>
  (arrayItems(valueIn(root, name)) ?? []).map((node, index) => ({ node, path: [name, index] }));

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
  const snapshot = findProperty(root, "snapshot");
  const build = findProperty(root, "build");
  const image = findProperty(root, "image");
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
  const update = findProperty(root, "agentCanUpdateSnapshot");
  const base = findProperty(root, "build") ?? findProperty(root, "image");
  if (!update || !base || findProperty(root, "snapshot")) return;
  if (booleanIn(root, "agentCanUpdateSnapshot") === false) return;
  const message = `"agentCanUpdateSnapshot" has no effect because "${base.key.value}" is the base.`;
  addWarning(findings, "snapshot-update-without-effect", message, ["agentCanUpdateSnapshot"], update.key);
}

function warnAboutBuild(build: Node | undefined, filePath: string, findings: Findings): void {
  const contents = findProperty(build, "dockerfileContents");
  const file = findProperty(build, "dockerfile");
  if (contents && file) {
    const message = '"dockerfile" and "dockerfileContents" both define a Dockerfile. Keep one of them.';
    addWarning(findings, "two-dockerfiles", message, ["build", "dockerfileContents"], contents.key);
  }
  for (const name of ["dockerfile", "context"]) {
    const path = stringIn(build, name);
    if (!path || path.value === "" || repositoryPath(parentFolder(filePath), path.value) !== undefined) continue;
    addWarning(
      findings,
      "outside-repository",
      `${shownText(path.value, 80)} is outside the repository.`,
      ["build", name],
      path,
    );
  }
  warnAboutDoubledFolder(build, parentFolder(filePath), findings);
  for (const name of ["dockerfileContents", "dockerfile"]) warnAboutEmpty(build, name, ["build"], findings);
}

/** Paths are relative to the file's folder, so naming the folder again doubles it. */
function warnAboutDoubledFolder(build: Node | undefined, folder: string, findings: Findings): void {
  for (const name of ["dockerfile", "context"]) {
    const path = stringIn(build, name);
    if (!path || folder === "" || !`${path.value.replace(/^\.\//, "")}/`.startsWith(`${folder}/`)) continue;
    const relative = path.value.replace(/^\.\//, "").slice(folder.length + 1) || ".";
    const fix =
      name === "dockerfile"
        ? replacement(`Write ${shownText(relative, 80)}`, path, JSON.stringify(relative))
        : undefined;
    const resolved = shownText(`${folder}/${path.value.replace(/^\.\//, "")}`, 80);
    const message = `Paths are relative to ${folder}, so this resolves to ${resolved}.`;
    addWarning(findings, "doubled-folder", message, ["build", name], path, { fix });
  }
}

/** A placeholder that a settings screen writes into files instead of an ID. */
const placeholderSnapshot = "POPULATED_FROM_SETTINGS";

function warnAboutSnapshot(root: Node, findings: Findings): void {
  const snapshot = stringIn(root, "snapshot");
  if (snapshot?.value !== placeholderSnapshot) return;
  addWarning(findings, "placeholder-snapshot", "This isn't a snapshot ID.", ["snapshot"], snapshot);
}

function warnAboutMcp(root: Node, findings: Findings): void {
  const list = findProperty(root, "mcpServerAllowlist");
  const items = arrayItems(list?.value);
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
  const list = findProperty(root, "egressAllowlist");
  const isEmpty = (arrayItems(list?.value) ?? []).length === 0;
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
  const [authority = ""] = entry
    .trim()
    .replace(/^[a-z][a-z0-9+.-]*:\/\//i, "")
    .split(/[/?#]/, 1);
  const bare = authority.replace(/:\d+$/, "");
  return /^[\w*.-]+$/.test(bare) ? bare : undefined;
}

function warnAboutDomains(entries: readonly Item[], findings: Findings): void {
  for (const { node, path } of entries) {
    if (findings.fullOfWarnings) return;
    if (node.kind !== "string" || /^[\w*-]+(?:\.[\w*-]+)*\.?$/.test(node.value)) continue;
    const domain = domainOf(node.value);
    const fix = domain ? replacement(`Write ${shownText(domain, 80)}`, node, JSON.stringify(domain)) : undefined;
    const message = `Not a domain name: ${quoted(node.value)}.`;
    addWarning(findings, "no-domain", message, path, node, { fix });
  }
}

function warnAboutDuplicates(root: Node, findings: Findings): void {
  const ports = itemsAt(root, "ports");
  const terminals = itemsAt(root, "terminals").flatMap(
    ({ node, path }): Item[] =>
      arrayItems(node)?.map((each, index) => ({ node: each, path: [...path, index] })) ?? [{ node, path }],
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
    if (findings.fullOfWarnings) return;
    const earlier = first.get(value);
    if (!earlier) first.set(value, path.slice(0, -1));
    else
      addWarning(
        findings,
        code,
        `${what} ${shownText(String(value), 80)} is already used by ${pathText(earlier)}.`,
        path,
        node,
      );
  }
}

function warnAboutRepeatedEntries(entries: readonly Item[], findings: Findings): void {
  const seen = new Set<string>();
  for (const { node, path } of entries) {
    if (findings.fullOfWarnings) return;
    if (node.kind !== "string") continue;
    if (seen.has(node.value)) {
      const message = `Duplicate entry ${shownText(node.value, 80)}.`;
      addWarning(findings, "duplicate-entry", message, path, node);
    }
    seen.add(node.value);
  }
}
