import type { EgressMode, Environment, McpAllowEntry, Port, Terminal } from "./environment";
import { defaultFilePath, parentFolder, repositoryPath } from "./repository-path";

/** The base of the machine. */
export type Base =
  | { kind: "snapshot"; id: string }
  | {
      kind: "build";
      /** Repository paths, empty for the root; `undefined` if outside the repository. */
      dockerfile: string | undefined;
      dockerfileContents: string | undefined;
      context: string | undefined;
    }
  | { kind: "image"; reference: string }
  | { kind: "default" };

export type McpPolicy =
  | { kind: "disabled" }
  | { kind: "inherited" }
  | { kind: "allowlist"; entries: readonly McpAllowEntry[] };

/** An environment after defaults and precedence. */
export interface EffectiveEnvironment {
  base: Base;
  agentCanUpdateSnapshot: boolean;
  name: string | undefined;
  /** `undefined`: the user of the base. */
  user: string | undefined;
  install: string | undefined;
  start: string | undefined;
  /** Terminals in start order, grouped by list. */
  terminals: readonly (readonly Terminal[])[];
  repositoryDependencies: readonly string[];
  mcp: McpPolicy;
  egress: { mode: EgressMode; explicit: boolean; allowlist: readonly string[] };
  chromeExecutablePath: string | undefined;
  testing: boolean;
  ports: readonly Port[];
}

/** User of the default base. */
const defaultUser = "ubuntu";

function baseOf({ snapshot, build, image }: Environment, folder: string): Base {
  if (snapshot !== undefined) return { kind: "snapshot", id: snapshot };
  if (build !== undefined) {
    const { dockerfile, dockerfileContents, context } = build;
    return {
      kind: "build",
      dockerfile: dockerfile === undefined ? undefined : repositoryPath(folder, dockerfile),
      dockerfileContents,
      context: context === undefined ? folder : repositoryPath(folder, context),
    };
  }
  if (image !== undefined) return { kind: "image", reference: image };
  return { kind: "default" };
}

function mcpOf({ disableAllMcpServers, mcpServerAllowlist }: Environment): McpPolicy {
  if (disableAllMcpServers === true) return { kind: "disabled" };
  if (!mcpServerAllowlist || mcpServerAllowlist.length === 0) return { kind: "inherited" };
  return { kind: "allowlist", entries: mcpServerAllowlist };
}

function egressOf({ egressMode, egressAllowlist }: Environment): EffectiveEnvironment["egress"] {
  const allowlist = egressAllowlist ?? [];
  // A list without a mode extends the inherited one; with neither, the service's default domains apply.
  const mode = egressAllowlist ? "parent_plus_network_settings" : "default_with_network_settings";
  return { mode: egressMode ?? mode, explicit: egressMode !== undefined, allowlist };
}

export function effectiveEnvironment(environment: Environment, filePath = defaultFilePath): EffectiveEnvironment {
  const { agentCanUpdateSnapshot, enable_testing: testing, terminals, user } = environment;
  const base = baseOf(environment, parentFolder(filePath));
  const frozen = base.kind === "build" || base.kind === "image";
  return {
    base,
    agentCanUpdateSnapshot: !frozen && agentCanUpdateSnapshot !== false,
    name: environment.name,
    user: user ?? (base.kind === "default" ? defaultUser : undefined),
    install: environment.install,
    start: environment.start,
    terminals: (terminals ?? []).map((each) => ("command" in each ? [each] : each)),
    repositoryDependencies: environment.repositoryDependencies ?? [],
    mcp: mcpOf(environment),
    egress: egressOf(environment),
    chromeExecutablePath: environment.chromeExecutablePath,
    testing: testing !== false && testing !== "false",
    ports: environment.ports ?? [],
  };
}
