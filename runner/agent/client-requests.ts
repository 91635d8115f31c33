import { isAbsolute, join } from "node:path";
import { type ClientApp, methods, RequestError } from "@agentclientprotocol/sdk";
import { Semaphore } from "@/lib/core/concurrency/semaphore";
import type { AgentSandbox } from "../process/spawn-agent-process";
import type { Terminals } from "../process/terminals";
import { elicitationResponse, elicitedQuestion } from "../questions/elicitation";
import { answeredPermission, choosePermission, isPermitted, permissionQuestion } from "../questions/permission";
import type { Questions } from "../questions/questions";
import type { RunSpec } from "../run/run-spec";
import { ToolUpdate } from "../transcript/session-update";
import {
  FileAccessError,
  locateInWorkspace,
  readFileInWorkspace,
  writeFileInWorkspace,
} from "../workspace/workspace-access";

export interface ClientRequestOptions {
  agentSandbox: AgentSandbox;
  mode: RunSpec["mode"];
  terminals: Terminals;
  /** Returns the kind of a tool call announced earlier. */
  kindOf(toolCallId: string): string | undefined;
  /** Called with the tool call of each permission request, and why it is denied. */
  permission(toolCall: ToolUpdate, denial: string | undefined): void;
  /** Without it, the agent can't ask the user. */
  questions: Questions | undefined;
}

const maxOptions = 100;
const invalidParams = -32602;
/** By this code, agents see that a file they want to create doesn't exist yet. */
const resourceNotFound = -32002;

/** Passes messages of expected errors to the agent and hides all others. */
async function forwardErrors<T>(act: () => T | Promise<T>): Promise<T> {
  try {
    return await act();
  } catch (error) {
    if (error instanceof FileAccessError && error.missing) {
      throw new RequestError(resourceNotFound, `Resource not found: ${error.message}`);
    }
    throw new RequestError(invalidParams, error instanceof Error ? error.message : "rejected");
  }
}

function assertChangesAllowed(mode: RunSpec["mode"], what: string): void {
  if (mode === "plan") throw new Error(`${what} isn't allowed in plan mode`);
}

/** True when every path is in the workspace; relative ones start in the working folder. */
async function areInside(paths: readonly string[], { sandbox, workspace }: AgentSandbox): Promise<boolean> {
  if (paths.length === 0) return true;
  const full = paths.map((path) => (isAbsolute(path) ? path : join(workspace.cwd, path)));
  return (await locateInWorkspace(sandbox, workspace, full)).every((path) => path !== undefined);
}

/** Handles the agent's client requests: permissions, files and terminals, inside the workspace only. */
export function handleClientRequests(app: ClientApp, options: ClientRequestOptions): ClientApp {
  const { agentSandbox, mode, terminals } = options;
  const { sandbox, workspace } = agentSandbox;
  // Each file request starts a process.
  const fileRequests = new Semaphore(4, { maxWaiting: 64 });
  return app
    .onRequest(methods.client.session.requestPermission, async ({ params, signal }) => {
      const { toolCall, options: choices } = params;
      const inside = await fileRequests.run(() =>
        areInside(
          (toolCall.locations ?? []).map(({ path }) => path),
          agentSandbox,
        ),
      );
      const kind = toolCall.kind ?? options.kindOf(toolCall.toolCallId);
      const permitted = isPermitted(mode, kind, inside);
      const update = ToolUpdate.safeParse(toolCall);
      const denial = inside ? "changes aren't allowed in plan mode" : "it is outside the workspace";
      if (update.success) options.permission(update.data, permitted ? undefined : denial);
      const question =
        permitted && options.questions && permissionQuestion(toolCall.title ?? "", choices.slice(0, maxOptions));
      if (question && options.questions) {
        return { outcome: answeredPermission(await options.questions.ask(question, signal), choices) };
      }
      return { outcome: choosePermission(permitted, choices) };
    })
    .onRequest(methods.client.elicitation.create, ({ params, signal }) =>
      forwardErrors(async () => {
        if (!options.questions) throw new Error("questions to the user aren't supported");
        return elicitationResponse(await options.questions.ask(elicitedQuestion(params), signal));
      }),
    )
    .onRequest(methods.client.fs.readTextFile, ({ params: { path, line, limit } }) =>
      forwardErrors(async () => {
        const range = { line: line ?? undefined, limit: limit ?? undefined };
        return { content: await fileRequests.run(() => readFileInWorkspace(sandbox, workspace, { path, ...range })) };
      }),
    )
    .onRequest(methods.client.fs.writeTextFile, ({ params: { path, content } }) =>
      forwardErrors(async () => {
        assertChangesAllowed(mode, "writing files");
        await fileRequests.run(() => writeFileInWorkspace(sandbox, workspace, { path, content }));
        return {};
      }),
    )
    .onRequest(methods.client.terminal.create, ({ params }) =>
      forwardErrors(async () => {
        assertChangesAllowed(mode, "running commands");
        const [cwd] =
          params.cwd == null
            ? [workspace.cwd]
            : await fileRequests.run(() => locateInWorkspace(sandbox, workspace, [params.cwd ?? ""]));
        if (cwd === undefined) throw new Error(`${params.cwd} isn't in the workspace`);
        const variables = Object.fromEntries((params.env ?? []).map(({ name, value }) => [name, value]));
        const command = [params.command, ...(params.args ?? [])];
        const outputByteLimit = params.outputByteLimit ?? undefined;
        const terminalId = terminals.create(agentSandbox, { command, cwd, variables, outputByteLimit });
        return { terminalId };
      }),
    )
    .onRequest(methods.client.terminal.output, ({ params }) => forwardErrors(() => terminals.output(params.terminalId)))
    .onRequest(methods.client.terminal.waitForExit, ({ params }) =>
      forwardErrors(() => terminals.waitForExit(params.terminalId)),
    )
    .onRequest(methods.client.terminal.kill, ({ params }) =>
      forwardErrors(() => {
        terminals.kill(params.terminalId);
        return {};
      }),
    )
    .onRequest(methods.client.terminal.release, ({ params }) =>
      forwardErrors(() => {
        terminals.release(params.terminalId);
        return {};
      }),
    );
}
