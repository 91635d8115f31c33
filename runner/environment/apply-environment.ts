import type { EffectiveEnvironment } from "@/lib/model/environment/effective";
import { RunFailure } from "../limits/run-failure";
import { needsGateway } from "../mcp/agent-servers";
import { permittedServers } from "../mcp/permitted-servers";
import type { RunContext, RunSpec } from "../run/run-spec";
import { type EgressRules, parseEndpoint, type RequiredEndpoint } from "../sandbox/egress/egress-rules";
import type { RunSandbox } from "../sandbox/run-sandbox";
import { sandboxFix } from "../sandbox/sandbox-fix";

/** A URL, a host or `host:port` as an endpoint; `undefined` for anything else. */
function requiredEndpoint(text: string): RequiredEndpoint | undefined {
  if (text.includes("://")) return parseEndpoint(text);
  const match = /^(?:\[([0-9a-f:]+)\]|([a-z0-9.-]+))(?::(\d{1,5}))?$/i.exec(text);
  const host = match?.[1] ?? match?.[2];
  return host === undefined ? undefined : { host: host.toLowerCase(), port: match?.[3] ? Number(match[3]) : undefined };
}

/** The servers of the repositories that an environment file names. There can be many thousands of either. */
function dependencyEndpoints(environment: EffectiveEnvironment | undefined): RequiredEndpoint[] {
  const servers = new Set(environment?.repositoryDependencies.map((each) => each.slice(0, each.indexOf("/"))));
  return [...servers].flatMap((server) => {
    const plain = requiredEndpoint(server);
    return plain ? { ...plain, port: plain.port ?? 443 } : (parseEndpoint(`https://${server}`) ?? []);
  });
}

/** The repositories that an environment file names, as https URLs. */
export const dependencyUrls = (environment: EffectiveEnvironment | undefined): string[] =>
  environment?.repositoryDependencies.map((each) => `https://${each}`) ?? [];

/**
 * What a run can connect to: the service, its repositories' servers, its MCP servers and what an administrator configured
 * for its agent, then what its environment file allows. Without a file, the default domains.
 */
export function egressRules(
  spec: Pick<RunSpec, "repositories" | "mcpServers" | "connectedServers" | "privateServers" | "agent">,
  { egress }: Pick<RunContext, "egress">,
  environment?: EffectiveEnvironment,
): EgressRules {
  const endpoints = spec.agent?.endpoints ?? [];
  const urls = [...egress.required, ...endpoints, ...spec.repositories.map(({ cloneUrl }) => cloneUrl)];
  const servers = permittedServers(spec, environment);
  const endpointsOf = (viaGateway: boolean) =>
    servers.flatMap((each) => {
      const { url } = each.server;
      return url === undefined || needsGateway(each, spec) !== viaGateway ? [] : (parseEndpoint(url) ?? []);
    });
  return {
    mode: environment?.egress.mode ?? "default_with_network_settings",
    allowlist: environment?.egress.allowlist ?? [],
    team: { inherited: egress.inherited, blocked: egress.blocked },
    required: urls.flatMap((url) => requiredEndpoint(url) ?? []),
    named: endpointsOf(false),
    viaService: [...endpointsOf(true), ...dependencyEndpoints(environment)],
  };
}

/** Settings of the environment file that this sandbox doesn't support, each with a fix. */
function unsupported(
  { driver }: RunSandbox,
  { base, egress, user }: EffectiveEnvironment,
  hasImages: boolean,
): string[] {
  const problems: string[] = [];
  if (base.kind === "build" || base.kind === "image") {
    const fix = `Remove it from the file, or run the agent in a pool whose workers have them.`;
    if (driver === "none") problems.push(`${base.kind}: container images need a sandbox. ${sandboxFix()} ${fix}`);
    else if (!hasImages) {
      problems.push(`${base.kind}: no container engine. Install podman and set CONTAINER_ENGINE=podman. ${fix}`);
    }
  }
  if (driver !== "none") return problems;
  const restricts = egress.mode !== "allow_all" && (egress.explicit || egress.allowlist.length > 0);
  if (restricts) problems.push(`egressMode: network access can't be restricted without a sandbox. ${sandboxFix()}`);
  if (user !== undefined && base.kind !== "default") problems.push(`user: needs a sandbox. ${sandboxFix()}`);
  return problems;
}

/**
 * Applies an environment file to a run's sandbox. Throws {@link RunFailure} `environment_unsupported` when the sandbox
 * can't honor a field, and `environment_invalid` for a username that can't be an account.
 */
export async function applyEnvironment(
  sandbox: RunSandbox,
  environment: EffectiveEnvironment,
  { rules, hasImages }: { rules: EgressRules; hasImages: boolean },
): Promise<void> {
  const problems = unsupported(sandbox, environment, hasImages);
  if (problems.length > 0) {
    throw new RunFailure("environment_unsupported", `Unsupported environment file\n${problems.join("\n")}`);
  }
  sandbox.setEgress(rules);
  if (environment.user === undefined) return;
  await sandbox.setUser(environment.user).catch((error: Error) => {
    throw new RunFailure("environment_invalid", error.message);
  });
}
