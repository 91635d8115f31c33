import { type ClientContext, client, methods } from "@agentclientprotocol/sdk";
import type { Clock } from "@/lib/core/clock";
import { processMarker } from "../environment/agent-environment";
import type { AgentProcess } from "../process/agent-process";
import { withHandshakeWatch } from "../process/handshake-watch";
import { withKeyWatch } from "../programs/key-watch";
import type { RunSpec } from "../run/run-spec";
import type { SessionRecorder } from "../transcript/session-recorder";
import { SessionReplay } from "../transcript/session-replay";
import { PromptResponse, SessionState, type SessionUpdate } from "../transcript/session-update";
import { missingKey, needsAuthentication } from "./authentication";
import { type ClientRequestOptions, handleClientRequests } from "./client-requests";
import { closeSession } from "./close-session";
import { connectAgent } from "./connect-agent";
import { initialize, type OpenSession, openSession, type SessionRequest } from "./open-session";
import { promptContent } from "./prompt-content";
import { ReportedOptions } from "./reported-options";
import { assertImages, optionSettings, type SessionSetting, sessionSettings } from "./session-options";
import { SilenceWatch } from "./silence-watch";

const conversationUpdate = /^(?:agent_|tool_call|plan)/;

export interface SessionOptions extends Omit<ClientRequestOptions, "kindOf" | "mode" | "permission"> {
  spec: RunSpec;
  process: AgentProcess;
  recorder: SessionRecorder;
  clock: Clock;
  /** Random boundary of the transcript of earlier turns, so its end can't be forged. */
  boundary: string;
  /** Cancels the turn. */
  signal: AbortSignal;
  /** Called with the turn when the agent responded. Its session is closed afterwards. */
  responded(turn: Turn): void;
}

export interface Turn {
  sessionId: string;
  response: PromptResponse;
}

/** Applies settings before the prompt. `options` receives the options that the agent reports in return. */
async function apply(
  agent: ClientContext,
  sessionId: string,
  settings: readonly SessionSetting[],
  options: ReportedOptions,
): Promise<void> {
  for (const setting of settings) {
    if (setting.set === "mode") {
      await agent.request(methods.agent.session.setMode, { sessionId, modeId: setting.modeId });
    } else if (setting.set === "model") {
      // Not in the stable protocol yet.
      await agent.request("session/set_model", { sessionId, modelId: setting.modelId });
    } else {
      const { configId, value } = setting;
      const response: unknown = await agent.request(methods.agent.session.setConfigOption, {
        sessionId,
        configId,
        value,
      });
      options.report(SessionState.catch({}).parse(response).configOptions);
    }
  }
}

async function applySettings(
  agent: ClientContext,
  spec: RunSpec,
  { sessionId, state }: OpenSession,
  options: ReportedOptions,
): Promise<void> {
  await apply(agent, sessionId, sessionSettings(spec, options.in(state)), options);
  await apply(agent, sessionId, optionSettings(spec, options.in(state)), options);
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
  const reported = new ReportedOptions();
  const connection = connectAgent(process, app, (update) => {
    if (update.sessionUpdate === "config_option_update") {
      const changes = reported.report(update.configOptions);
      // Before the prompt, they are Slipway's own.
      if (record) for (const change of changes) recorder.notice(change);
    } else if (record) record(update);
    else replay.add(update);
  });
  const { agent } = connection;
  const request = sessionRequest(options);
  const marker = processMarker(spec.variablePrefix, spec.runId);
  try {
    const session = await withHandshakeWatch(
      clock,
      process,
      marker,
      (async () => {
        const initialized = await initialize(agent, spec.mode, { answers: options.questions !== undefined });
        assertImages(spec, initialized);
        const opened = await openSession(agent, initialized, request);
        await applySettings(agent, spec, opened, reported);
        return { ...opened, initialized };
      })(),
      (message) => recorder.notice(`${message} If it fails, test it in Settings → Agents.`),
    );
    const { sessionId } = session;
    signal.throwIfAborted();
    // Before the prompt, an agent replays the loaded session. Those updates belong to earlier runs.
    if (session.history === "replayed") await replay.ended(clock);
    signal.throwIfAborted();
    let responded = false;
    record = (update) => {
      silence.updated();
      responded ||= conversationUpdate.test(update.sessionUpdate);
      if (!replay.includes(update)) recorder.update(update);
    };
    const prompt = promptContent(spec, session.history === "none", options.boundary);
    const cancel = () => void agent.notify(methods.agent.session.cancel, { sessionId }).catch(() => undefined);
    signal.addEventListener("abort", cancel, { once: true });
    try {
      const response: unknown = await withKeyWatch(
        clock,
        spec.agent,
        () => responded,
        agent.request(methods.agent.session.prompt, { sessionId, prompt }),
      );
      const turn = { sessionId, response: PromptResponse.parse(response) };
      options.responded(turn);
      await closeSession(agent, session.initialized, sessionId, { marker, isolated: process.isolated });
      return turn;
    } catch (error) {
      throw needsAuthentication(error)
        ? missingKey(session.initialized.authMethods, request.credentials, error)
        : error;
    } finally {
      signal.removeEventListener("abort", cancel);
    }
  } finally {
    record = undefined;
    silence.stop();
    connection.close();
  }
}
