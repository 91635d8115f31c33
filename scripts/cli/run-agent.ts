import { createAgent } from "@/lib/contract/agents/create-agent";
import { addFollowUp } from "@/lib/contract/dashboard/follow-ups/add-follow-up";
import type { BodyInputOf } from "@/lib/contract/operation";
import { paths } from "@/lib/model/paths";
import { CommandError } from "./command-error";
import type { DashboardConnection } from "./dashboard-connection";
import { findRepository } from "./find-repository";
import { type FollowOptions, followAgent, type Output } from "./follow-agent";

export interface RunOptions extends FollowOptions {
  repositories: readonly string[];
  model?: string | undefined;
  branch?: string | undefined;
  name?: string | undefined;
  pool?: string | undefined;
  machine?: string | undefined;
  /** `NAME=VALUE` entries. */
  variables: readonly string[];
  pullRequest: boolean;
  follow: boolean;
}

function variablesOf(entries: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    entries.map((entry) => {
      const [name, value] = [entry.slice(0, entry.indexOf("=")), entry.slice(entry.indexOf("=") + 1)];
      if (!entry.includes("=") || name === "" || value === "") throw new CommandError("--env must be NAME=VALUE");
      return [name, value];
    }),
  );
}

async function bodyOf(
  connection: DashboardConnection,
  prompt: string,
  options: RunOptions,
): Promise<BodyInputOf<typeof createAgent>> {
  const { repositories, model, branch, name, pool, machine, variables, pullRequest } = options;
  if (branch !== undefined && repositories.length !== 1) throw new CommandError("--branch requires exactly one --repo");
  if (pullRequest && repositories.length === 0) throw new CommandError("--pr requires --repo");
  if (pool !== undefined && machine !== undefined) throw new CommandError("use either --pool or --machine");
  const envVars = variablesOf(variables);
  const repos = [];
  for (const repository of repositories) {
    const url = await findRepository(connection, repository);
    repos.push({ url, ...(branch === undefined ? {} : { startingRef: branch }) });
  }
  return {
    prompt: { text: prompt },
    ...(model === undefined ? {} : { model: { id: model } }),
    ...(name === undefined ? {} : { name }),
    ...(pool === undefined ? {} : { env: { type: "pool" as const, name: pool } }),
    ...(machine === undefined ? {} : { env: { type: "machine" as const, name: machine } }),
    ...(repos.length === 0 ? {} : { repos }),
    ...(pullRequest ? { autoCreatePR: true } : {}),
    ...(variables.length === 0 ? {} : { envVars }),
  };
}

interface Started {
  agentId: string;
  runId: string;
}

/** Prints what was started, and follows it if requested. Returns the exit code. */
async function report(
  connection: DashboardConnection,
  started: Started,
  options: FollowOptions & { follow: boolean },
  output: Output,
): Promise<number> {
  const { agentId, runId } = started;
  const url = connection.url + paths.agent(agentId);
  if (options.follow) {
    output.note(`Agent ${agentId} started: ${url}`);
    return followAgent(connection, started, options, output);
  }
  if (options.json) {
    output.write(`${JSON.stringify({ agentId, runId, url })}\n`);
    return 0;
  }
  output.write(`${agentId}\n`);
  output.note(`Started: ${url}\nTo follow it: slipway follow ${agentId}`);
  return 0;
}

/** Launches an agent. */
export async function runAgent(
  connection: DashboardConnection,
  prompt: string,
  options: RunOptions,
  output: Output,
): Promise<number> {
  const body = await bodyOf(connection, prompt, options);
  const { agent, run } = await connection.call(createAgent, { params: {}, body });
  return report(connection, { agentId: agent.id, runId: run.id }, options, output);
}

/** Sends a follow-up prompt to an idle agent, once even if a response is lost. */
export async function sendPrompt(
  connection: DashboardConnection,
  { agentId, prompt }: { agentId: string; prompt: string },
  options: FollowOptions & { follow: boolean },
  output: Output,
): Promise<number> {
  const body = { id: connection.service.ids.uuid(), immediate: true, prompt: { text: prompt } };
  const { runId } = await connection.callTwice(addFollowUp, { params: { agentId }, body });
  if (runId === undefined) {
    const url = connection.url + paths.agent(agentId);
    throw new CommandError(`the service's response was lost. If no run started, the message is sent again: see ${url}`);
  }
  return report(connection, { agentId, runId }, options, output);
}
