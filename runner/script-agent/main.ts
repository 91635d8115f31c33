import { randomUUID } from "node:crypto";
import { Writable } from "node:stream";
import { agent, methods, ndJsonStream, PROTOCOL_VERSION, RequestError } from "@agentclientprotocol/sdk";
import { respondToPrompt } from "./respond-to-prompt";
import { Turn } from "./turn";

/** The built-in agent. Speaks the Agent Client Protocol over stdio, like any other agent. */

interface Session {
  cwd: string;
  folders: readonly string[];
  toolServers: readonly string[];
  mode: "agent" | "plan";
  turn: AbortController | undefined;
}

const sessions = new Map<string, Session>();

const availableModes = [
  { id: "agent", name: "Agent", description: "Runs the shell, file and diff blocks in the prompt" },
  { id: "plan", name: "Plan", description: "Describes the steps without running them" },
];

function setting(name: string, fallback: number): number {
  const value = Number(process.env[name] ?? fallback);
  return Number.isFinite(value) && value >= 0 ? value : fallback;
}

const delayMs = setting("SCRIPT_AGENT_DELAY_MS", 15);
const timeLimitMs = setting("SCRIPT_AGENT_TIME_LIMIT_MS", 600_000);

function sessionOf(sessionId: string): Session {
  const session = sessions.get(sessionId);
  if (!session) throw RequestError.invalidParams({ sessionId }, "session not found");
  return session;
}

function standardInput(): ReadableStream<Uint8Array> {
  const chunks: AsyncIterator<Uint8Array> = process.stdin[Symbol.asyncIterator]();
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      const { value, done } = await chunks.next();
      if (done) controller.close();
      else controller.enqueue(value);
    },
  });
}

const connection = agent({ name: "script" })
  .onRequest(methods.agent.initialize, () => ({
    protocolVersion: PROTOCOL_VERSION,
    agentInfo: { name: "script", title: "Script agent", version: "1" },
    agentCapabilities: {
      loadSession: false,
      promptCapabilities: { image: true, embeddedContext: false, audio: false },
      // Accepts all MCP servers but doesn't call them.
      mcpCapabilities: { http: true, sse: true },
      sessionCapabilities: { additionalDirectories: {} },
    },
  }))
  .onRequest(methods.agent.session.new, ({ params: { cwd, mcpServers, additionalDirectories } }) => {
    const sessionId = randomUUID();
    const toolServers = mcpServers.map(({ name }) => name);
    sessions.set(sessionId, { cwd, folders: additionalDirectories ?? [], toolServers, mode: "agent", turn: undefined });
    return { sessionId, modes: { currentModeId: "agent", availableModes } };
  })
  .onRequest(methods.agent.session.setMode, ({ params: { sessionId, modeId } }) => {
    const session = sessionOf(sessionId);
    if (modeId !== "agent" && modeId !== "plan") throw RequestError.invalidParams({ modeId }, "unknown mode");
    session.mode = modeId;
    return {};
  })
  .onRequest(methods.agent.session.prompt, async ({ params: { sessionId, prompt }, client }) => {
    const session = sessionOf(sessionId);
    if (session.turn) throw RequestError.invalidRequest({ sessionId }, "the session already has an active turn");
    const abort = new AbortController();
    session.turn = abort;
    const { cwd, folders, mode, toolServers } = session;
    const { signal } = abort;
    const turn = new Turn({ client, sessionId, cwd, folders, signal, delayMs, timeLimitMs });
    try {
      await respondToPrompt(turn, { content: prompt, mode, toolServers });
      return { stopReason: "end_turn", _meta: { usage: turn.tokens.usage } };
    } catch (error) {
      if (signal.aborted) return { stopReason: "cancelled" };
      throw error;
    } finally {
      session.turn = undefined;
    }
  })
  .onNotification(methods.agent.session.cancel, ({ params: { sessionId } }) => {
    sessions.get(sessionId)?.turn?.abort();
  })
  .connect(ndJsonStream(Writable.toWeb(process.stdout), standardInput()));

await connection.closed;
for (const { turn } of sessions.values()) turn?.abort();
