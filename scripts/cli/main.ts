import { parseArgs } from "node:util";
import { cancelRun } from "@/lib/contract/agents/cancel-run";
import { getRun } from "@/lib/contract/agents/get-run";
import { isTerminal } from "@/lib/contract/agents/run";
import { CommandError } from "./command-error";
import { type Environment, openConnection } from "./dashboard-connection";
import { followAgent, latestRun, type Output } from "./follow-agent";
import { runAgent, sendPrompt } from "./run-agent";

const commands = ["run", "send", "follow", "cancel"] as const;
type Command = (typeof commands)[number];
const isCommand = (text: string | undefined): text is Command => commands.some((command) => command === text);

const connectionHelp = `  --url <url>          Address of the dashboard (default: SLIPWAY_URL)
  --token <token>      API token (default: SLIPWAY_TOKEN, which isn't visible in the list of processes)
  -h, --help           Print this help

Create a token in the dashboard, in Settings → API tokens. On the machine of a running Slipway, neither is needed: the
command uses its DATA_DIR, and acts as the first admin with the operator role.
`;
const exitHelp = `
Exit codes: 0 the run finished (without --follow: it was started), 1 it failed or was canceled, or the request was
rejected, 2 invalid arguments or no connection, 130 detached with Ctrl-C. The run continues after Ctrl-C.
`;

const usages: Readonly<Record<Command, string>> = {
  run: `Usage: slipway run <prompt> [options]

Launches an agent and prints its id. With - as the prompt, reads it from standard input.

Options:
  --repo <repository>  owner/name or a URL. Repeatable
  --branch <ref>       Branch, tag or commit to start from (default: the default branch)
  --model <id>         Model (default: yours in Settings → Models)
  --pr                 Open a pull request when the run finishes
  --env <NAME=VALUE>   Environment variable of the agent. Repeatable. Saved variables are added as in the dashboard
  --pool <name>        Run on a worker of this pool
  --machine <name>     Run on this machine of yours
  --name <text>        Name of the agent
  -f, --follow         Print the transcript until the run ends
  --json               Print JSON: the agent, or with --follow one line for each event and then the run
${connectionHelp}${exitHelp}`,
  send: `Usage: slipway send <agent> <prompt> [options]

Sends a follow-up to an agent that isn't busy. <agent> is its id or the URL of its page. With - as the prompt, reads it
from standard input.

Options:
  -f, --follow         Print the transcript until the run ends
  --json               Print JSON: the agent, or with --follow one line for each event and then the run
${connectionHelp}${exitHelp}`,
  follow: `Usage: slipway follow <agent> [options]

Prints the transcript of an agent's latest run, from its beginning until it ends. <agent> is its id or the URL of its page.
After a lost connection, it continues where it stopped. The agent's thoughts aren't printed.

Options:
  --json               Print one line of JSON for each event, and then the run
${connectionHelp}${exitHelp}`,
  cancel: `Usage: slipway cancel <agent> [options]

Cancels an agent's active run. <agent> is its id or the URL of its page.

Options:
${connectionHelp}`,
};

const connectionOptions = {
  url: { type: "string" },
  token: { type: "string" },
  help: { type: "boolean", short: "h" },
} as const;
const followOptions = { json: { type: "boolean", default: false } } as const;
const startOptions = { ...followOptions, follow: { type: "boolean", short: "f", default: false } } as const;
const runOptions = {
  ...startOptions,
  repo: { type: "string", multiple: true },
  branch: { type: "string" },
  model: { type: "string" },
  pr: { type: "boolean", default: false },
  env: { type: "string", multiple: true },
  pool: { type: "string" },
  machine: { type: "string" },
  name: { type: "string" },
} as const;

export interface Terminal extends Output {
  /** Reads standard input to its end. */
  read(): Promise<string>;
  /** Aborted by Ctrl-C. */
  signal: AbortSignal;
}

/** The arguments of a command, or undefined after its help was printed. */
function argumentsOf(
  command: Command,
  { positionals, values }: { positionals: readonly string[]; values: { help?: boolean | undefined } },
  names: readonly string[],
  terminal: Terminal,
): readonly string[] | undefined {
  if (values.help) {
    terminal.write(usages[command]);
    return undefined;
  }
  const missing = names[positionals.length];
  if (missing !== undefined) throw new CommandError(`${command} expects ${missing}. Run slipway ${command} --help.`);
  const extra = positionals[names.length];
  if (extra !== undefined)
    throw new CommandError(`unexpected argument ${extra}. Put a prompt of several words in quotes.`);
  return positionals;
}

/** An agent's id, or the URL of its page. */
function agentIdOf(text: string | undefined): string {
  const [id] = /bc-[0-9a-f-]{36}/i.exec(text ?? "") ?? [];
  if (id === undefined)
    throw new CommandError(`${text} isn't an agent's id, such as bc-00000000-0000-4000-8000-000000000000`);
  return id;
}

async function promptOf(text: string | undefined, terminal: Terminal): Promise<string> {
  const prompt = text === "-" ? await terminal.read() : (text ?? "");
  if (prompt.trim() === "") throw new CommandError("the prompt is empty");
  return prompt;
}

async function run(args: string[], environment: Environment, terminal: Terminal): Promise<number> {
  const parsed = parseArgs({ args, options: { ...connectionOptions, ...runOptions }, allowPositionals: true });
  const given = argumentsOf("run", parsed, ["a prompt"], terminal);
  if (!given) return 0;
  const { repo: repositories = [], env: variables = [], pr: pullRequest, ...values } = parsed.values;
  const prompt = await promptOf(given[0], terminal);
  const options = { ...values, repositories, variables, pullRequest, signal: terminal.signal };
  return runAgent(await openConnection(values, environment), prompt, options, terminal);
}

async function send(args: string[], environment: Environment, terminal: Terminal): Promise<number> {
  const parsed = parseArgs({ args, options: { ...connectionOptions, ...startOptions }, allowPositionals: true });
  const given = argumentsOf("send", parsed, ["an agent", "a prompt"], terminal);
  if (!given) return 0;
  const input = { agentId: agentIdOf(given[0]), prompt: await promptOf(given[1], terminal) };
  const options = { ...parsed.values, signal: terminal.signal };
  return sendPrompt(await openConnection(parsed.values, environment), input, options, terminal);
}

async function follow(args: string[], environment: Environment, terminal: Terminal): Promise<number> {
  const parsed = parseArgs({ args, options: { ...connectionOptions, ...followOptions }, allowPositionals: true });
  const given = argumentsOf("follow", parsed, ["an agent"], terminal);
  if (!given) return 0;
  const agentId = agentIdOf(given[0]);
  const connection = await openConnection(parsed.values, environment);
  const options = { ...parsed.values, signal: terminal.signal };
  return followAgent(connection, await latestRun(connection, agentId), options, terminal);
}

async function cancel(args: string[], environment: Environment, terminal: Terminal): Promise<number> {
  const parsed = parseArgs({ args, options: connectionOptions, allowPositionals: true });
  const given = argumentsOf("cancel", parsed, ["an agent"], terminal);
  if (!given) return 0;
  const agentId = agentIdOf(given[0]);
  const connection = await openConnection(parsed.values, environment);
  const { runId } = await latestRun(connection, agentId);
  const params = { id: agentId, runId };
  const { status } = await connection.call(getRun, { params });
  if (isTerminal(status)) throw new CommandError(`agent ${agentId} has no active run`, 1);
  await connection.call(cancelRun, { params });
  terminal.note(`Canceled the run of agent ${agentId}.`);
  return 0;
}

const execute = { run, send, follow, cancel };

async function readStandardInput(): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of process.stdin) chunks.push(Buffer.from(chunk));
  return Buffer.concat(chunks).toString("utf8");
}

/** Runs a command. Errors that a user can fix are printed. Returns the exit code. */
export async function runCommand(
  [command, ...rest]: readonly string[],
  environment: Environment,
  terminal: Terminal,
): Promise<number> {
  if (!isCommand(command)) throw new Error(`unknown command ${command}`);
  try {
    return await execute[command]([...rest], environment, terminal);
  } catch (error) {
    const isInvalid = error instanceof Error && "code" in error && String(error.code).startsWith("ERR_PARSE_ARGS");
    if (!(error instanceof CommandError) && !isInvalid) throw error;
    terminal.note(`slipway ${command}: ${error instanceof Error ? error.message : String(error)}`);
    return error instanceof CommandError ? error.code : 2;
  }
}

/** Runs `slipway run`, `send`, `follow` or `cancel` in this process. Returns the exit code. */
export async function main(args: readonly string[], environment: Environment): Promise<number> {
  const interrupted = new AbortController();
  process.once("SIGINT", () => interrupted.abort());
  // The program that reads the output has ended.
  process.stdout.on("error", () => interrupted.abort());
  return runCommand(args, environment, {
    write: (text) => process.stdout.write(text),
    note: (text) => process.stderr.write(`${text}\n`),
    read: readStandardInput,
    signal: interrupted.signal,
  });
}
