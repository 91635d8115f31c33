import { delimiter, dirname } from "node:path";
import type { RunSpec } from "../run/run-spec";
import type { Workspace } from "../workspace/workspace";

const systemPath = ["/usr/local/sbin", "/usr/local/bin", "/usr/sbin", "/usr/bin", "/sbin", "/bin"];
const macPath = ["/opt/homebrew/bin"];

/** Returns the variable (`NAME=value`) that identifies the processes of a run. */
export function processMarker(variablePrefix: string, runId: string): string {
  return `${variablePrefix}_REQUEST_ID=${runId}`;
}

/** Folders in which an agent's processes find programs. */
export function agentPath(): string[] {
  return [...new Set([dirname(process.execPath), ...(process.platform === "darwin" ? macPath : []), ...systemPath])];
}

/** Returns the complete environment of the agent's processes. Nothing is inherited from the service. */
export function agentEnvironment(
  spec: Pick<RunSpec, "variablePrefix" | "author" | "variables" | "agentId" | "runId">,
  workspace: Workspace,
): Record<string, string> {
  const { variablePrefix: prefix, author } = spec;
  return {
    PATH: agentPath().join(delimiter),
    LANG: "C.UTF-8",
    LC_ALL: "C.UTF-8",
    TERM: "dumb",
    // A prompt would hang the run.
    GIT_TERMINAL_PROMPT: "0",
    GIT_PAGER: "cat",
    // The workspace may be inside another checkout, which git must not find.
    GIT_CEILING_DIRECTORIES: workspace.root,
    PAGER: "cat",
    // Update notices are noise in a transcript.
    NO_UPDATE_NOTIFIER: "1",
    npm_config_update_notifier: "false",
    ...spec.variables,
    HOME: workspace.home,
    TMPDIR: workspace.temporary,
    GIT_AUTHOR_NAME: author.name,
    GIT_AUTHOR_EMAIL: author.email,
    GIT_COMMITTER_NAME: author.name,
    GIT_COMMITTER_EMAIL: author.email,
    [`${prefix}_AGENT`]: "1",
    [`${prefix}_CONVERSATION_ID`]: spec.agentId,
    [`${prefix}_REQUEST_ID`]: spec.runId,
    [`${prefix}_ARTIFACTS`]: workspace.artifacts,
  };
}

/** Variables with options of an agent program's own runtime, which would load code into the program or keep it from starting. */
const runtimeOptions = ["NODE_OPTIONS", "BUN_OPTIONS"];

/**
 * Variables of the agent program that keep the session's runtime options from it, but not from the commands it runs: Bash expands
 * `BASH_ENV` when it starts, and the expansion sets each option again. Empty if the session sets neither, or `BASH_ENV` itself.
 */
export function withheldOptions(
  environment: Readonly<Record<string, string>>,
  variablePrefix: string,
): Record<string, string> {
  const names = runtimeOptions.filter((name) => environment[name]);
  if (names.length === 0 || environment.BASH_ENV !== undefined) return {};
  const expansions = names.map((name) => `\${${name}:=\${${variablePrefix}_${name}}}`);
  return {
    ...Object.fromEntries(
      names.flatMap((name) => [
        [name, ""],
        [`${variablePrefix}_${name}`, environment[name] ?? ""],
      ]),
    ),
    // No file has this path, so Bash reads none.
    BASH_ENV: `/dev/null/${expansions.join("")}`,
  };
}
