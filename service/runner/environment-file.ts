import type { McpServer } from "@/lib/contract/agents/mcp-server";
import { checkEnvironmentFile } from "@/lib/model/environment/check";
import type { EffectiveEnvironment } from "@/lib/model/environment/effective";
import { mcpVerdict } from "@/lib/model/environment/mcp-policy";
import { createLocator } from "@/lib/model/environment/position";
import type { GitResult, RunGitOptions } from "@/service/git/run-git";
import { RunFailure } from "./run-failure";
import type { RunSpec } from "./run-spec";

const maxFileBytes = 1024 * 1024;
/** Maximum errors in a message. */
const listedErrors = 5;

/**
 * The bytes of a repository's environment file at a revision, read with `git`; `undefined` when there is none. Throws {@link RunFailure}
 * `environment_invalid` for a file over 1 MB.
 */
export async function readEnvironmentFile(
  git: (args: readonly string[], options: RunGitOptions) => Promise<GitResult>,
  revision: string,
  path: string,
): Promise<Buffer | undefined> {
  const object = `${revision}:${path}`;
  const sized = await git(["cat-file", "-s", object], { okCodes: [0, 128] });
  if (sized.code !== 0) return undefined;
  if (Number(sized.stdout.toString()) > maxFileBytes)
    throw new RunFailure("environment_invalid", `${path} is larger than ${maxFileBytes} bytes`);
  const { code, stdout } = await git(["cat-file", "blob", object], { okCodes: [0, 128] });
  return code === 0 ? stdout : undefined;
}

/** The effective settings of an environment file. Throws {@link RunFailure} `environment_invalid` with the position of each error. */
export function parseEnvironmentFile(bytes: Uint8Array, path: string): EffectiveEnvironment {
  const { valid, diagnostics, text, effective } = checkEnvironmentFile(bytes, path);
  if (valid) return effective;
  const locate = createLocator(text);
  const errors = diagnostics.filter(({ severity }) => severity === "error");
  const lines = errors.slice(0, listedErrors).map(({ start, message }) => {
    const { line, column } = locate(start);
    return `${path}:${line}:${column}: ${message}`;
  });
  const more = errors.length > listedErrors ? [`${errors.length - listedErrors} more`] : [];
  throw new RunFailure("environment_invalid", `Invalid environment file\n${[...lines, ...more].join("\n")}`);
}

/** The run's MCP servers that the environment allows, each with the tools the agent can use; `undefined` means all. */
export function permittedServers(
  { mcpServers }: Pick<RunSpec, "mcpServers">,
  environment: EffectiveEnvironment | undefined,
): { server: McpServer; tools: readonly string[] | undefined }[] {
  if (!environment) return mcpServers.map((server) => ({ server, tools: undefined }));
  const { mcp } = environment;
  return mcpServers.flatMap((server) => {
    const { url, command = "", args = [] } = server;
    const { verdict, tools } = mcpVerdict(mcp, url === undefined ? { command: [command, ...args].join(" ") } : { url });
    return verdict === "blocked" ? [] : [{ server, tools }];
  });
}
