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
import { answerClientRequests, type ClientRequestOptions } from "./client-requests";
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

const longestStart = 120_000;
const longestMessage = 32 * 1024 * 1024;

export interface SessionOptions extends Omit<ClientRequestOptions, "kindOf" | "mode" | "refused"> {
  spec: RunSpec;
  process: AgentProcess;
  recorder: SessionRecorder;
  clock: Clock;
  /** Names the transcript of earlier turns, so that its end can't be forged. */
  mark: string;
  /** Asks the agent to stop its turn. */
  signal: AbortSignal;
}

export interface Turn {
  sessionId: string;
  response: PromptResponse;
}

interface OpenSession {
  sessionId: string;
  state: SessionState;
  /** The agent remembers the earlier turns by itself. */
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
    const spoken = initialized.protocolVersion;
    throw new RunFailure("agent_error", `the agent speaks protocol version ${spoken}, not ${PROTOCOL_VERSION}`);
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
      // An agent that lost its session, as with its home folder, is told the conversation again.
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

async function inTime<T>(clock: Clock, work: Promise<T>): Promise<T> {
  let stop = () => {};
  const late = new Promise<never>((_, reject) => {
    stop = clock.after(longestStart, () =>
      reject(new RunFailure("agent_crashed", `the agent did not start within ${longestStart / 1000} seconds`)),
    );
  });
  return Promise.race([work, late]).finally(stop);
}

/**
 * Takes the session's updates out of the stream of messages. They are handled before any message after them, which the
 * connection's own handlers don't promise, and one that the connection does not know is no error.
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

/** Holds one session with the agent: from the handshake to the end of the turn. */
export async function runTurn(options: SessionOptions): Promise<Turn> {
  const { spec, process, recorder, clock, signal } = options;
  let record: ((update: SessionUpdate) => void) | undefined;
  const app = client({ name: "slipway" });
  answerClientRequests(app, {
    ...options,
    mode: spec.mode,
    kindOf: (id) => recorder.kindOf(id),
    refused: () => recorder.refuse(),
  });
  const stream = ndJsonStream(process.input, process.output, { maxMessageBytes: longestMessage });
  const readable = withoutUpdates(stream.readable, (update) => record?.(update));
  const connection = app.connect({ writable: stream.writable, readable });
  const { agent } = connection;
  try {
    const session = await inTime(
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
    // Before the prompt an agent replays the session it loaded: those updates are of earlier runs.
    record = (update) => recorder.update(update);
    const prompt = promptContent(spec, !session.loaded, options.mark);
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
