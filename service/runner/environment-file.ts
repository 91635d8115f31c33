import { checkEnvironmentFile } from "@/lib/model/environment/check";
import type { EffectiveEnvironment } from "@/lib/model/environment/effective";
import { mcpVerdict } from "@/lib/model/environment/mcp-policy";
import { createLocator } from "@/lib/model/environment/position";
import { runGit } from "@/service/git/run-git";
import { RunFailure } from "./run-failure";
import type { RunSpec } from "./run-spec";

/** Maximum size of an environment file in bytes. */
const maxFileSize = 1024 * 1024;
const maxReportedErrors = 5;

/**
 * Reads a repository's environment file at a revision. Returns `undefined` if it doesn't exist. Throws
 * {@link RunFailure} if it is too large.
 */
export async function readEnvironmentFile(
  repoDir: string,
  revision: string,
  path: string,
): Promise<Buffer | undefined> {
  const object = `${revision}:${path}`;
  const sized = await runGit(["cat-file", "-s", object], { cwd: repoDir, okCodes: [0, 128] });
  if (sized.code !== 0) return undefined;
  if (Number(sized.stdout.toString()) > maxFileSize)
    throw new RunFailure("environment_invalid", `${path} is larger than ${maxFileSize} bytes`);
  const { code, stdout } = await runGit(["cat-file", "blob", object], { cwd: repoDir, okCodes: [0, 128] });
  return code === 0 ? stdout : undefined;
}

/** Parses an environment file. Throws {@link RunFailure} `environment_invalid` with errors and their locations. */
export function environmentOf(bytes: Uint8Array, path: string): EffectiveEnvironment {
  const { valid, diagnostics, text, effective } = checkEnvironmentFile(bytes, path);
  if (valid) return effective;
  const locate = createLocator(text);
  const errors = diagnostics.filter(({ severity }) => severity === "error");
  const lines = errors.slice(0, maxReportedErrors).map(({ start, message }) => {
    const { line, column } = locate(start);
    return `${path}:${line}:${column}: ${message}`;
  });
  const more = errors.length > maxReportedErrors ? [`${errors.length - maxReportedErrors} more`] : [];
  throw new RunFailure("environment_invalid", `the environment file is invalid\n${[...lines, ...more].join("\n")}`);
}

/** Returns the run's MCP servers that the environment allows. */
export function permittedServers(spec: RunSpec, environment: EffectiveEnvironment): RunSpec["mcpServers"] {
  return spec.mcpServers.filter(({ url, command = "", args = [] }) => {
    const server = url === undefined ? { command: [command, ...args].join(" ") } : { url };
    return mcpVerdict(environment.mcp, server).verdict !== "blocked";
  });
}
