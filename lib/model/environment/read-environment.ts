import { environmentShape } from "./definition";
import type { Environment, McpAllowEntry, Port, Terminal } from "./environment";
import { arrayItems, booleanIn, type Node, stringIn, valueIn } from "./syntax-tree";

const text = (node: Node | undefined, name: string): string | undefined => stringIn(node, name)?.value;
const texts = (node: Node | undefined) =>
  arrayItems(node)?.flatMap((item) => (item.kind === "string" ? [item.value] : []));

/** Drops properties that are `undefined`. */
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
  return word === "true" || word === "false" ? word : booleanIn(node, "enable_testing");
}

/** Converts a tree to an environment. Values of the wrong type are dropped; a valid file loses nothing. */
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
    agentCanUpdateSnapshot: booleanIn(root, "agentCanUpdateSnapshot"),
    name: text(root, "name"),
    user: text(root, "user"),
    install: text(root, "install"),
    start: text(root, "start"),
    repositoryDependencies: texts(valueIn(root, "repositoryDependencies")),
    disableAllMcpServers: booleanIn(root, "disableAllMcpServers"),
    mcpServerAllowlist: arrayItems(valueIn(root, "mcpServerAllowlist"))
      ?.filter(({ kind }) => kind === "object")
      .map(mcpEntry),
    egressAllowlist: texts(valueIn(root, "egressAllowlist")),
    egressMode: environmentShape.properties.egressMode.choices.find(({ value }) => value === mode)?.value,
    chromeExecutablePath: text(root, "chromeExecutablePath"),
    enable_testing: testing(root),
    ports: arrayItems(valueIn(root, "ports"))?.flatMap(port),
    terminals: arrayItems(valueIn(root, "terminals"))?.flatMap((item) => {
      const group = arrayItems(item);
      return group ? [group.flatMap(terminal)] : terminal(item);
    }),
  });
}
