import {
  type AnyMessage,
  type ClientContext,
  client,
  methods,
  ndJsonStream,
  PROTOCOL_VERSION,
  RequestError,
} from "@agentclientprotocol/sdk";
import type { Clock } from "@/lib/core/clock";
import type { AgentProcess } from "./agent-process";
import { type ClientRequestOptions, handleClientRequests } from "./client-requests";
import { promptContent } from "./prompt-content";
import { RunFailure } from "./run-failure";
import type { RunSpec } from "./run-spec";
import { assertImages, protocolServers, sessionSettings } from "./session-options";
import type { SessionRecorder } from "./session-recorder";
import {
  InitializeResponse,
  NewSessionResponse,
  PromptResponse,
  parseSessionUpdate,
  SessionState,
  type SessionUpdate,
} from "./session-update";

const startTimeoutMs = 120_000;
const maxMessageLength = 32 * 1024 * 1024;

export interface SessionOptions extends Omit<ClientRequestOptions, "kindOf" | "mode" | "denied"> {
  spec: RunSpec;
  process: AgentProcess;
  recorder: SessionRecorder;
  clock: Clock;
  /** Random boundary of the transcript of earlier turns, so its end can't be forged. */
  boundary: string;
  /** Cancels the turn. */
  signal: AbortSignal;
}

export interface Turn {
  sessionId: string;
  response: PromptResponse;
}

interface OpenSession {
  sessionId: string;
  state: SessionState;
  /** The agent loaded the earlier turns. */
  loaded: boolean;
}

async function initialize(agent: ClientContext, mode: RunSpec["mode"]): Promise<InitializeResponse> {
  const changes = mode === "agent";
  const response: unknown = await agent.request(methods.agent.initialize, {
    protocolVersion: PROTOCOL_VERSION,
    clientInfo: { name: "slipway", version: "1" },
    clientCapabilities: { fs: { readTextFile: true, writeTextFile: changes }, terminal: changes },
  });
  const initialized = InitializeResponse.parse(response);
  if (initialized.protocolVersion !== PROTOCOL_VERSION) {
    const version = initialized.protocolVersion;
    throw new RunFailure("agent_error", `the agent uses protocol version ${version} instead of ${PROTOCOL_VERSION}`);
  }
  return initialized;
}

async function openSession(
  agent: ClientContext,
  initialized: InitializeResponse,
  { spec, agentSandbox: { workspace } }: SessionOptions,
): Promise<OpenSession> {
  const capabilities = initialized.agentCapabilities;
  const additionalDirectories = [workspace.artifacts];
  const request = {
    cwd: workspace.cwd,
    mcpServers: protocolServers(spec, initialized),
    ...(capabilities?.sessionCapabilities?.additionalDirectories ? { additionalDirectories } : {}),
  };
  if (spec.sessionId !== undefined && capabilities?.loadSession) {
    const { sessionId } = spec;
    try {
      const response: unknown = await agent.request(methods.agent.session.load, { ...request, sessionId });
      return { sessionId, state: SessionState.parse(response ?? {}), loaded: true };
    } catch (error) {
      // If the agent lost its session, for example its home folder, the prompt includes the conversation.
      if (!(error instanceof RequestError)) throw error;
    }
  }
  const response: unknown = await agent.request(methods.agent.session.new, request);
  const state = NewSessionResponse.parse(response);
  return { sessionId: state.sessionId, state, loaded: false };
}

async function applySettings(agent: ClientContext, spec: RunSpec, { sessionId, state }: OpenSession): Promise<void> {
  for (const setting of sessionSettings(spec, state)) {
    if (setting.set === "mode") {
      await agent.request(methods.agent.session.setMode, { sessionId, modeId: setting.modeId });
    } else {
      const { configId, value } = setting;
      await agent.request(methods.agent.session.setConfigOption, { sessionId, configId, value });
    }
  }
}

async function withStartTimeout<T>(clock: Clock, work: Promise<T>): Promise<T> {
  let stop = () => {};
  const late = new Promise<never>((_, reject) => {
    stop = clock.after(startTimeoutMs, () =>
      reject(new RunFailure("agent_crashed", `the agent didn't start within ${startTimeoutMs / 1000} seconds`)),
    );
  });
  return Promise.race([work, late]).finally(stop);
}

/**
 * Removes session updates from the message stream and passes them to a handler. This guarantees that they are handled
 * before later messages, and unknown updates aren't errors.
 */
function withoutUpdates(
  messages: ReadableStream<AnyMessage>,
  handle: (update: SessionUpdate) => void,
): ReadableStream<AnyMessage> {
  const filter = new TransformStream<AnyMessage, AnyMessage>({
    transform(message, controller) {
      const isUpdate = "method" in message && message.method === methods.client.session.update && !("id" in message);
      if (!isUpdate) return controller.enqueue(message);
      const update = parseSessionUpdate(message.params);
      if (update) handle(update);
    },
  });
  return messages.pipeThrough(filter);
}

/** Runs one session with the agent, from the handshake to the end of the turn. */
export async function runTurn(options: SessionOptions): Promise<Turn> {
  const { spec, process, recorder, clock, signal } = options;
  let record: ((update: SessionUpdate) => void) | undefined;
  const app = client({ name: "slipway" });
  handleClientRequests(app, {
    ...options,
    mode: spec.mode,
    kindOf: (id) => recorder.kindOf(id),
    denied: () => recorder.denied(),
  });
  const stream = ndJsonStream(process.input, process.output, { maxMessageBytes: maxMessageLength });
  const readable = withoutUpdates(stream.readable, (update) => record?.(update));
  const connection = app.connect({ writable: stream.writable, readable });
  const { agent } = connection;
  try {
    const session = await withStartTimeout(
      clock,
      (async () => {
        const initialized = await initialize(agent, spec.mode);
        assertImages(spec, initialized);
        const opened = await openSession(agent, initialized, options);
        await applySettings(agent, spec, opened);
        return opened;
      })(),
    );
    const { sessionId } = session;
    signal.throwIfAborted();
    // Before the prompt, an agent replays the loaded session. Those updates belong to earlier runs.
    record = (update) => recorder.update(update);
    const prompt = promptContent(spec, !session.loaded, options.boundary);
    const cancel = () => void agent.notify(methods.agent.session.cancel, { sessionId }).catch(() => undefined);
    signal.addEventListener("abort", cancel, { once: true });
    try {
      const response: unknown = await agent.request(methods.agent.session.prompt, { sessionId, prompt });
      return { sessionId, response: PromptResponse.parse(response) };
    } finally {
      signal.removeEventListener("abort", cancel);
    }
  } finally {
    record = undefined;
    connection.close();
  }
}
