import { randomUUID } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { parseArgs } from "node:util";
import { z } from "zod";
import { addAgentProgram } from "@/lib/contract/admin/agent-programs/add-agent-program";
import type { AgentProgram } from "@/lib/contract/admin/agent-programs/agent-program";
import { installAgentUpdate } from "@/lib/contract/admin/agent-programs/install-agent-update";
import { listAgentPrograms } from "@/lib/contract/admin/agent-programs/list-agent-programs";
import { removeAgentProgram } from "@/lib/contract/admin/agent-programs/remove-agent-program";
import { testAgentProgram } from "@/lib/contract/admin/agent-programs/test-agent-program";
import { updateAgentProgram } from "@/lib/contract/admin/agent-programs/update-agent-program";
import { buildPath } from "@/lib/contract/build-path";
import type { Operation, ResponseOf } from "@/lib/contract/operation";
import { parseResponse } from "@/lib/contract/parse-response";
import { Keys, keysFile } from "@/lib/core/settings/keys";
import { counted } from "@/lib/model/plural";
import { installPreset } from "@/runner/programs/install-program";
import { findPreset, presets } from "@/runner/programs/presets";
import { promptSecret } from "./prompt-secret";

const usage = `Usage: slipway agents list
       slipway agents add <claude|codex|gemini|opencode> [options]
       slipway agents add <name> [options] -- <command> [<argument>…]
       slipway agents install <claude|codex|gemini|opencode>
       slipway agents test <name>
       slipway agents update <name>
       slipway agents remove <name>

Manages the coding agents of the running Slipway. add installs the program, asks for its key and tests it; if the agent
exists, it also changes its variables and updates it. update installs the version of this Slipway, tests it, and keeps
the old version if the test fails.
install only installs it, on a worker's machine: start the worker with the same DATA_DIR.

Options of add:
  --env <NAME=VALUE>  Store a variable of the program, such as a key or a base URL. Repeatable
  --env-file <file>   Store the variables in a file with NAME=VALUE lines
  --name <name>       Name of the agent (default: the preset's)
  -y, --yes           Don't ask for a key
  -h, --help          Print this help

Values are encrypted, and only the agent's program receives them. Without --env, type keys at the prompt:
values on the command line are visible in the list of processes and the shell's history.

Environment variables:
  SERVICE_URL         URL of the service (default: the Slipway running on DATA_DIR)
  ADMIN_KEY           Admin key (default: from keys.json in DATA_DIR)
`;

const pollMs = 500;

/** What a user can fix. `code`: 1 rejected by the service, 2 invalid arguments or unreachable. */
class CommandError extends Error {
  constructor(
    message: string,
    readonly code: 1 | 2 = 2,
  ) {
    super(message);
  }
}

type Call = <O extends Operation>(
  operation: O,
  input?: { params?: Readonly<Record<string, string>>; body?: unknown },
) => Promise<ResponseOf<O>>;

const Failure = z.object({ error: z.object({ message: z.string() }) });

async function connect(environment: NodeJS.ProcessEnv): Promise<Call> {
  const serviceUrl = environment.SERVICE_URL?.replace(/(?<!\/)\/+$/, "");
  if (!serviceUrl) throw new CommandError("no service is running on this data folder. Start it, or set SERVICE_URL.");
  const file = join(environment.DATA_DIR || ".data", keysFile);
  const stored = async () => Keys.parse(JSON.parse(await readFile(file, "utf8"))).admin;
  const key = environment.ADMIN_KEY || (await stored().catch(() => undefined));
  if (!key) throw new CommandError(`${file} can't be read. Set ADMIN_KEY to the admin key.`);
  return async (operation, { params = {}, body } = {}) => {
    const response = await fetch(`${serviceUrl}${buildPath(operation.path, params)}`, {
      method: operation.method,
      headers: { authorization: `Bearer ${key}`, ...(body ? { "content-type": "application/json" } : {}) },
      ...(body ? { body: JSON.stringify(body) } : {}),
    }).catch(() => undefined);
    if (!response) throw new CommandError(`couldn't connect to ${serviceUrl}`);
    const value: unknown = await response.json().catch(() => undefined);
    if (response.ok) return parseResponse(operation, value);
    const failure = Failure.safeParse(value);
    throw new CommandError(failure.success ? failure.data.error.message : `HTTP ${response.status}`, 1);
  };
}

/** `NAME=VALUE` lines; empty lines and comments are ignored, quotes around a value are removed. */
function variablesOf(lines: readonly string[], where: string): Record<string, string> {
  return Object.fromEntries(
    lines.map((line) => {
      const [, name, value] = /^\s*(?:export\s+)?([A-Za-z_][A-Za-z0-9_]*)=(.*)$/s.exec(line) ?? [];
      if (name === undefined || value === undefined) throw new CommandError(`${where} must be NAME=VALUE`);
      return [name, value.replace(/^(["'])(.*)\1\s*$/s, "$2")];
    }),
  );
}

async function variablesOfFile(file: string): Promise<Record<string, string>> {
  const text = await readFile(file, "utf8").catch(() => undefined);
  if (text === undefined) throw new CommandError(`${file} can't be read`);
  const lines = text.split(/\r?\n/).filter((line) => line.trim() !== "" && !line.trim().startsWith("#"));
  return variablesOf(lines, `every line of ${file}`);
}

/** `ready: 5 models, plan mode, images`, or what is wrong. */
export function summary({ status, detail, offer }: Pick<AgentProgram, "status" | "detail" | "offer">): string {
  if (status !== "ready") return `${status.replace("_", " ")}: ${detail}`;
  const parts = [
    offer && offer.models.length > 0 ? counted(offer.models.length, "model") : undefined,
    offer?.planMode ? "plan mode" : undefined,
    offer?.images ? "images" : undefined,
  ].filter(Boolean);
  return parts.length === 0 ? "ready" : `ready: ${parts.join(", ")}`;
}

/** A label of what is in progress, or sentences about it. */
const progressLine = (detail: string) => (detail.endsWith(".") ? `${detail}\n` : `${detail} …\n`);

/** Prints the progress of an installation and test until it ends. Returns the exit code. */
async function follow(call: Call, started: AgentProgram): Promise<number> {
  let program: AgentProgram | undefined = started;
  let shown = "";
  while (program && (program.status === "installing" || program.status === "testing")) {
    if (program.detail !== shown) process.stdout.write(progressLine(program.detail));
    shown = program.detail;
    await delay(pollMs);
    program = (await call(listAgentPrograms)).items.find(({ name }) => name === started.name);
  }
  if (!program) throw new CommandError(`${started.name} was removed in the meantime`, 1);
  process.stdout.write(`${program.name} ${summary(program)}\n`);
  return program.status === "ready" ? 0 : 1;
}

/** Prints the progress of an update until it ends. Returns the exit code. */
async function update(call: Call, name: string): Promise<number> {
  const find = async () => (await call(listAgentPrograms)).items.find((each) => each.name === name);
  const before = await find();
  if (before && before.preset !== null && before.availableVersion === null) {
    process.stdout.write(`${name} ${before.version} is up to date\n`);
    return 0;
  }
  let program: AgentProgram | undefined = await call(installAgentUpdate, { params: { name } });
  const version = program.update?.version ?? "";
  for (let shown = ""; program?.update && program.update.status !== "failed"; program = await find()) {
    if (program.update.detail !== shown) process.stdout.write(progressLine(program.update.detail));
    shown = program.update.detail;
    await delay(pollMs);
  }
  if (!program) throw new CommandError(`${name} was removed in the meantime`, 1);
  if (program.version === version) {
    process.stdout.write(`${name} updated to ${version}, ${summary(program)}\n`);
    return program.status === "ready" ? 0 : 1;
  }
  const reason = program.update?.detail ?? "It was changed or tested in the meantime. Update it again.";
  process.stdout.write(`${name} still uses ${program.version}. ${version} failed: ${reason}\n`);
  return 1;
}

async function list(call: Call): Promise<number> {
  const { items, presets, fixed } = await call(listAgentPrograms);
  for (const name of fixed) process.stdout.write(`${name}  in AGENTS\n`);
  for (const program of items) {
    const version = program.version === null ? "" : ` ${program.version}`;
    const state = program.overridden ? "overridden by the agent with the same name in AGENTS" : summary(program);
    const available = program.availableVersion === null ? "" : ` (update to ${program.availableVersion} available)`;
    process.stdout.write(`${program.name}${version}  ${program.enabled ? state : "disabled"}${available}\n`);
  }
  const others = presets.filter(({ id }) => !items.some(({ preset }) => preset === id));
  if (others.length > 0)
    process.stdout.write(`Add one with slipway agents add <${others.map(({ id }) => id).join("|")}>\n`);
  return 0;
}

/** Installs a preset on this machine, without the service. */
async function install(id: string, environment: NodeJS.ProcessEnv): Promise<number> {
  const preset = findPreset(id);
  if (!preset) throw new CommandError(`${id} is not a preset. Use ${Object.keys(presets).join(", ")}.`);
  process.stdout.write(`Installing ${preset.package} ${preset.version} …\n`);
  const options = { signal: new AbortController().signal, uniqueId: randomUUID() };
  await installPreset(resolve(environment.DATA_DIR || ".data"), id, preset, options).catch((error) => {
    throw new CommandError(error instanceof Error ? error.message : String(error), 1);
  });
  process.stdout.write(`${id} installed. Restart the worker.\n`);
  return 0;
}

interface AddOptions {
  env: readonly string[];
  envFile: string | undefined;
  name: string | undefined;
  yes: boolean;
}

async function add(call: Call, subject: string, command: readonly string[], options: AddOptions): Promise<number> {
  const { items, presets } = await call(listAgentPrograms);
  const preset = command.length === 0 ? presets.find(({ id }) => id === subject) : undefined;
  if (command.length === 0 && !preset) {
    const known = presets.map(({ id }) => id).join(", ");
    throw new CommandError(`${subject} is not a preset. Use ${known}, or give its command after --.`);
  }
  const name = options.name ?? subject;
  const env = {
    ...(options.envFile === undefined ? {} : await variablesOfFile(options.envFile)),
    ...variablesOf(options.env, "--env"),
  };
  const existing = items.find((each) => each.name === name);
  const [key] = preset?.keys ?? [];
  const hasKey = [...Object.keys(env), ...(existing?.variables ?? [])].some((each) => preset?.keys.includes(each));
  if (key !== undefined && !hasKey && !options.yes && process.stdin.isTTY) {
    const optional = preset?.keyOptional ? " (optional)" : "";
    const value = (await promptSecret(`${key}${optional}: `)).trim();
    if (value !== "") env[key] = value;
  }
  if (existing) {
    if (command.length > 0 || existing.preset !== preset?.id) {
      throw new CommandError(`${name} already exists. Remove it first, or choose another --name.`, 1);
    }
    const code = await follow(call, await call(updateAgentProgram, { params: { name }, body: { env } }));
    return existing.availableVersion === null ? code : update(call, name);
  }
  const what = preset ? { preset: preset.id } : { command };
  return follow(call, await call(addAgentProgram, { body: { name, ...what, env } }));
}

async function run(args: readonly string[], environment: NodeJS.ProcessEnv): Promise<number> {
  const dashes = args.indexOf("--");
  const command = dashes === -1 ? [] : args.slice(dashes + 1);
  const { positionals, values } = parseArgs({
    args: [...(dashes === -1 ? args : args.slice(0, dashes))],
    options: {
      env: { type: "string", multiple: true, default: [] },
      "env-file": { type: "string" },
      name: { type: "string" },
      yes: { type: "boolean", short: "y", default: false },
      help: { type: "boolean", short: "h" },
    },
    allowPositionals: true,
  });
  const [action, subject, ...rest] = positionals;
  if (action === undefined || values.help) {
    process.stdout.write(usage);
    return values.help ? 0 : 2;
  }
  if (!["list", "add", "install", "test", "update", "remove"].includes(action)) {
    throw new CommandError(`unknown command ${action}. Run slipway agents --help for a list.`);
  }
  if (rest.length > 0) throw new CommandError(`unexpected argument ${rest[0]}`);
  if (action !== "list" && subject === undefined) throw new CommandError(`${action} expects the name of an agent`);
  if (action === "install") return install(subject ?? "", environment);
  const call = await connect(environment);
  const name = subject ?? "";
  if (action === "list") return list(call);
  if (action === "test") return follow(call, await call(testAgentProgram, { params: { name } }));
  if (action === "update") return update(call, name);
  if (action === "remove") {
    await call(removeAgentProgram, { params: { name } });
    process.stdout.write(`${name} removed\n`);
    return 0;
  }
  return add(call, name, command, {
    env: values.env,
    envFile: values["env-file"],
    name: values.name,
    yes: values.yes,
  });
}

/** Runs `slipway agents`. Returns the exit code: 0 success, 1 rejected or not ready, 2 invalid arguments or unreachable. */
export async function main(args: readonly string[], environment: NodeJS.ProcessEnv): Promise<number> {
  try {
    return await run(args, environment);
  } catch (error) {
    const isInvalid = error instanceof Error && "code" in error && String(error.code).startsWith("ERR_PARSE_ARGS");
    if (!(error instanceof CommandError) && !isInvalid) throw error;
    process.stderr.write(`slipway agents: ${error instanceof Error ? error.message : String(error)}\n`);
    return error instanceof CommandError ? error.code : 2;
  }
}
