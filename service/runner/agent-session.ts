import { type ClientContext, client, methods } from "@agentclientprotocol/sdk";
import type { Clock } from "@/lib/core/clock";
import { processMarker } from "./agent-environment";
import type { AgentProcess } from "./agent-process";
import { missingKey, needsAuthentication } from "./authentication";
import { type ClientRequestOptions, handleClientRequests } from "./client-requests";
import { connectAgent } from "./connect-agent";
import { withHandshakeWatch } from "./handshake-watch";
import { initialize, type OpenSession, openSession, type SessionRequest } from "./open-session";
import { promptContent } from "./prompt-content";
import type { RunSpec } from "./run-spec";
import { assertImages, sessionSettings } from "./session-options";
import type { SessionRecorder } from "./session-recorder";
import { SessionReplay } from "./session-replay";
import { PromptResponse, type SessionUpdate } from "./session-update";
import { SilenceWatch } from "./silence-watch";

export interface SessionOptions extends Omit<ClientRequestOptions, "kindOf" | "mode" | "permission"> {
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

async function applySettings(agent: ClientContext, spec: RunSpec, { sessionId, state }: OpenSession): Promise<void> {
  for (const setting of sessionSettings(spec, state)) {
    if (setting.set === "mode") {
      await agent.request(methods.agent.session.setMode, { sessionId, modeId: setting.modeId });
    } else if (setting.set === "model") {
      // Not in the stable protocol yet.
      await agent.request("session/set_model", { sessionId, modelId: setting.modelId });
    } else {
      const { configId, value } = setting;
      await agent.request(methods.agent.session.setConfigOption, { sessionId, configId, value });
    }
  }
}

function sessionRequest({ spec, agentSandbox: { workspace, environment } }: SessionOptions): SessionRequest {
  return {
    mode: spec.mode,
    cwd: workspace.cwd,
    additionalDirectories: [workspace.artifacts],
    mcpServers: spec.mcpServers,
    sessionId: spec.sessionId,
    credentials: {
      agentId: spec.model.id,
      authMethod: spec.agent?.authMethod,
      variables: new Set(Object.keys({ ...environment, ...spec.agent?.env })),
    },
  };
}

/** Runs one session with the agent, from the handshake to the end of the turn. */
export async function runTurn(options: SessionOptions): Promise<Turn> {
  const { spec, process, recorder, clock, signal } = options;
  let record: ((update: SessionUpdate) => void) | undefined;
  const replay = new SessionReplay();
  const silence = new SilenceWatch(clock, (message) => recorder.notice(message));
  process.onStderrLine((line) => silence.line(line));
  const app = client({ name: "slipway" });
  handleClientRequests(app, {
    ...options,
    mode: spec.mode,
    kindOf: (id) => recorder.kindOf(id),
    permission: (toolCall, denial) => recorder.permission(toolCall, denial),
  });
  const connection = connectAgent(process, app, (update) => (record ? record(update) : replay.add(update)));
  const { agent } = connection;
  const request = sessionRequest(options);
  try {
    const session = await withHandshakeWatch(
      clock,
      process,
      processMarker(spec.variablePrefix, spec.runId),
      (async () => {
        const initialized = await initialize(agent, spec.mode);
        assertImages(spec, initialized);
        const opened = await openSession(agent, initialized, request);
        await applySettings(agent, spec, opened);
        return { ...opened, authMethods: initialized.authMethods };
      })(),
    );
    const { sessionId } = session;
    signal.throwIfAborted();
    // Before the prompt, an agent replays the loaded session. Those updates belong to earlier runs.
    if (session.history === "replayed") await replay.ended(clock);
    signal.throwIfAborted();
    record = (update) => {
      silence.updated();
      if (!replay.includes(update)) recorder.update(update);
    };
    const prompt = promptContent(spec, session.history === "none", options.boundary);
    const cancel = () => void agent.notify(methods.agent.session.cancel, { sessionId }).catch(() => undefined);
    signal.addEventListener("abort", cancel, { once: true });
    try {
      const response: unknown = await agent.request(methods.agent.session.prompt, { sessionId, prompt });
      return { sessionId, response: PromptResponse.parse(response) };
    } catch (error) {
      throw needsAuthentication(error) ? missingKey(session.authMethods, request.credentials, error) : error;
    } finally {
      signal.removeEventListener("abort", cancel);
    }
  } finally {
    record = undefined;
    silence.stop();
    connection.close();
  }
}
