import { existsSync } from "node:fs";
import { StringDecoder } from "node:string_decoder";
import { stripVTControlCharacters } from "node:util";
import { client, methods } from "@agentclientprotocol/sdk";
import { z } from "zod";
import { printableText } from "@/lib/core/plain-text";
import { exitCode } from "@/lib/core/process/exit-code";
import { untilAborted } from "@/lib/core/until-aborted";
import { keyVariables } from "../agent/authentication";
import { connectAgent } from "../agent/connect-agent";
import {
  type AgentDefinition,
  type IsolatedAgent,
  type IsolationContext,
  withAgentProcess,
  withIsolatedAgent,
} from "../agent/isolated-agent";
import { initialize } from "../agent/open-session";
import type { AgentProcess } from "../process/agent-process";
import { withHandshakeWatch } from "../process/handshake-watch";
import { spawnAgentProcess } from "../process/spawn-agent-process";
import { FrameMasker } from "../transcript/frame-masker";
import type { AuthMethod } from "../transcript/session-update";
import { LoginFailure } from "../workspace/login-failure";
import { type LoginFiles, readLoginFiles } from "../workspace/login-files";

/** Shows a login to a user. */
export interface LoginDialog {
  /** Ends the login. */
  signal: AbortSignal;
  /** Shows text of the program, printable. */
  show(text: string): void;
  /** Shows a page to open. */
  open(link: { url: string; message: string }): void;
  /** Called when the program reads input, with what passes a line to it. */
  accept(enter: (line: string) => void): void;
}

const Link = z.looseObject({
  mode: z.literal("url"),
  url: z
    .string()
    .max(4_096)
    .regex(/^https?:\/\//),
  message: z.string().max(8_000),
});

/** Wide enough that programs don't wrap the address to open. */
const terminalSize = "cols 500 rows 50";
const scriptProgram = "/usr/bin/script";

/** True for a login without a key: in a terminal, or by the program itself. */
export function isLogin(method: AuthMethod): boolean {
  if (method.type === "terminal") return true;
  return (method.type ?? "agent") === "agent" && keyVariables(method).length === 0;
}

const quoted = (text: string) => `'${text.replaceAll("'", "'\\''")}'`;

/** Starts a command in a pseudoterminal where the machine can: most logins only ask for a code in a terminal. */
function inTerminal(command: readonly string[]): readonly string[] {
  if (!existsSync(scriptProgram)) return command;
  if (process.platform === "darwin") return [scriptProgram, "-q", "/dev/null", ...command];
  const line = `stty ${terminalSize} 2>/dev/null; exec ${command.map(quoted).join(" ")}`;
  return [scriptProgram, "-qefc", line, "/dev/null"];
}

/** Logs in by the protocol. A method that uses a terminal is only returned. */
async function authenticate(
  agentProcess: AgentProcess,
  methodId: string,
  { marker, clock }: Pick<IsolatedAgent, "marker"> & Pick<IsolationContext, "clock">,
  dialog: LoginDialog,
): Promise<AuthMethod> {
  agentProcess.onStderrLine((line) => dialog.show(`${line}\n`));
  const app = client({ name: "slipway" }).onRequest(methods.client.elicitation.create, ({ params }) => {
    const link = Link.safeParse(params);
    if (!link.success) return { action: "decline" };
    dialog.open({ url: link.data.url, message: printableText(link.data.message) });
    return { action: "accept" };
  });
  const connection = connectAgent(agentProcess, app, () => undefined);
  try {
    const greeting = initialize(connection.agent, "agent", { logsIn: true });
    const { authMethods } = await withHandshakeWatch(clock, agentProcess, marker, greeting);
    const method = authMethods.find((each) => each.id === methodId && isLogin(each));
    if (!method) throw new LoginFailure(`the agent no longer has the login "${methodId}"`);
    if (method.type !== "terminal") await connection.agent.request(methods.agent.authenticate, { methodId });
    return method;
  } finally {
    connection.close();
  }
}

/** Starts the program's own login and passes it the user's input. */
async function logInTerminal(
  { command }: AgentDefinition,
  { args, env }: AuthMethod,
  { agentSandbox }: IsolatedAgent,
  dialog: LoginDialog,
): Promise<void> {
  const program = [...command, ...(args ?? [])];
  const terminal = inTerminal(program);
  const { child, stdin, stdout, stderr } = spawnAgentProcess(
    agentSandbox,
    terminal,
    agentSandbox.workspace.cwd,
    env ?? {},
  );
  for (const stream of [stdout, stderr]) {
    const decoder = new StringDecoder("utf8");
    stream.on("data", (chunk: Buffer) => {
      const text = stripVTControlCharacters(decoder.write(chunk)).replace(/\r\n?/g, "\n");
      dialog.show(printableText(text));
    });
  }
  dialog.accept((line) => {
    stdin.write(line);
    stdin.write(terminal === program ? "\n" : "\r");
  });
  const code = await untilAborted(dialog.signal, exitCode(child));
  if (code !== 0) throw new LoginFailure(`the login ended with exit code ${code}`);
}

/**
 * Logs a program in with a method it offers, in a sandbox with an empty home folder. Returns the files in which it
 * keeps the login: those in `only`, or all. Throws {@link LoginFailure}, or {@link RunFailure} if the program can't start.
 */
export async function logIn(
  agent: AgentDefinition,
  { methodId, only }: { methodId: string; only: readonly string[] | undefined },
  context: IsolationContext,
  dialog: LoginDialog,
): Promise<LoginFiles> {
  const masker = new FrameMasker({ agent });
  const shown = { ...dialog, show: (text: string) => dialog.show(masker.text(text)) };
  const isolation = { ...context, onBlocked: (host: string) => shown.show(`Blocked connection: ${host}\n`) };
  return withIsolatedAgent(agent, isolation, async (isolated) => {
    const method = await withAgentProcess(agent, isolated, (agentProcess) => {
      const requested = authenticate(agentProcess, methodId, { ...isolated, clock: context.clock }, shown);
      return untilAborted(dialog.signal, requested);
    });
    if (method.type === "terminal") await logInTerminal(agent, method, isolated, shown);
    const { sandbox, workspace } = isolated.agentSandbox;
    const files = await readLoginFiles(sandbox, workspace, only);
    if (Object.keys(files).length > 0) return files;
    throw new LoginFailure("the program stored no login");
  });
}
