import { environmentShape } from "./definition";
import type { Environment, McpAllowEntry, Port, Terminal } from "./environment";
import { type Node, propertyOf } from "./syntax-tree";

const valueIn = (node: Node | undefined, name: string) => propertyOf(node, name)?.value;

function text(node: Node | undefined, name: string): string | undefined {
  const value = valueIn(node, name);
  return value?.kind === "string" ? value.value : undefined;
}

function truth(node: Node | undefined, name: string): boolean | undefined {
  const value = valueIn(node, name);
  return value?.kind === "boolean" ? value.value === true : undefined;
}

function items(node: Node | undefined): readonly Node[] | undefined {
  return node?.kind === "array" ? node.members : undefined;
}

const texts = (node: Node | undefined) => items(node)?.flatMap((item) => (item.kind === "string" ? [item.value] : []));

/** Drops what is not there, so that nothing is told as `undefined`. */
function present<T extends object>(value: T): { [K in keyof T]: Exclude<T[K], undefined> };
function present(value: object): object {
  return Object.fromEntries(Object.entries(value).filter(([, each]) => each !== undefined));
}

function terminal(node: Node): Terminal[] {
  const command = text(node, "command");
  if (command === undefined) return [];
  return [present({ name: text(node, "name"), command, description: text(node, "description") })];
}

function port(node: Node): Port[] {
  const number = valueIn(node, "port");
  if (number?.kind !== "number" || typeof number.value !== "number") return [];
  return [present({ name: text(node, "name"), port: number.value })];
}

function mcpEntry(node: Node): McpAllowEntry {
  return present({
    name: text(node, "name"),
    serverUrl: text(node, "serverUrl"),
    command: text(node, "command"),
    toolAllowlist: texts(valueIn(node, "toolAllowlist")),
  });
}

function testing(node: Node | undefined): Environment["enable_testing"] {
  const word = text(node, "enable_testing");
  return word === "true" || word === "false" ? word : truth(node, "enable_testing");
}

/** What a tree says as an environment file. What has another type than it should is left out; a valid file loses nothing. */
export function readEnvironment(root: Node | undefined): Environment {
  const build = valueIn(root, "build");
  const mode = text(root, "egressMode");
  return present({
    build:
      build?.kind === "object"
        ? present({
            dockerfile: text(build, "dockerfile"),
            dockerfileContents: text(build, "dockerfileContents"),
            context: text(build, "context"),
          })
        : undefined,
    image: text(root, "image"),
    snapshot: text(root, "snapshot"),
    agentCanUpdateSnapshot: truth(root, "agentCanUpdateSnapshot"),
    name: text(root, "name"),
    user: text(root, "user"),
    install: text(root, "install"),
    start: text(root, "start"),
    repositoryDependencies: texts(valueIn(root, "repositoryDependencies")),
    disableAllMcpServers: truth(root, "disableAllMcpServers"),
    mcpServerAllowlist: items(valueIn(root, "mcpServerAllowlist"))
      ?.filter(({ kind }) => kind === "object")
      .map(mcpEntry),
    egressAllowlist: texts(valueIn(root, "egressAllowlist")),
    egressMode: environmentShape.properties.egressMode.choices.find(({ value }) => value === mode)?.value,
    chromeExecutablePath: text(root, "chromeExecutablePath"),
    enable_testing: testing(root),
    ports: items(valueIn(root, "ports"))?.flatMap(port),
    terminals: items(valueIn(root, "terminals"))?.flatMap((item) => {
      const group = items(item);
      return group ? [group.flatMap(terminal)] : terminal(item);
    }),
  });
}
