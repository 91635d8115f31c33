import { type ClientContext, methods, PROTOCOL_VERSION, RequestError } from "@agentclientprotocol/sdk";
import { RunFailure } from "../limits/run-failure";
import type { RunSpec } from "../run/run-spec";
import { InitializeResponse, NewSessionResponse, SessionState } from "../transcript/session-update";
import { authenticate, type Credentials, missingKey, needsAuthentication } from "./authentication";
import { protocolServers } from "./session-options";

/** What a session is opened with. */
export interface SessionRequest {
  mode: RunSpec["mode"];
  cwd: string;
  additionalDirectories: readonly string[];
  mcpServers: RunSpec["mcpServers"];
  /** Session of earlier runs. */
  sessionId: string | undefined;
  credentials: Credentials;
}

export interface OpenSession {
  sessionId: string;
  state: SessionState;
  /** The agent has the earlier turns. `replayed`: it sends them again, possibly after its response. */
  history: "none" | "kept" | "replayed";
}

/** What the user can do besides prompts. */
export interface Interaction {
  /** Answer the agent's questions. */
  answers?: boolean;
  /** Log in: open a web page, or use the program's own login in a terminal. */
  logsIn?: boolean;
}

/** Exchanges capabilities. Throws if the agent speaks another version of the protocol. */
export async function initialize(
  agent: ClientContext,
  mode: RunSpec["mode"],
  { answers = false, logsIn = false }: Interaction = {},
): Promise<InitializeResponse> {
  const changes = mode === "agent";
  const elicitation = { ...(answers ? { form: {} } : {}), ...(logsIn ? { url: {} } : {}) };
  const response: unknown = await agent.request(methods.agent.initialize, {
    protocolVersion: PROTOCOL_VERSION,
    clientInfo: { name: "slipway", version: "1" },
    clientCapabilities: {
      // The files on disk are current, so agents read them themselves. Gemini CLI can't create a file it can't read first.
      fs: { readTextFile: false, writeTextFile: changes },
      terminal: changes,
      ...(answers || logsIn ? { elicitation } : {}),
      ...(logsIn ? { auth: { terminal: true } } : {}),
      // Agents that run commands themselves report output and exit code in `_meta`.
      _meta: { terminal_output: true },
    },
  });
  const initialized = InitializeResponse.parse(response);
  if (initialized.protocolVersion !== PROTOCOL_VERSION) {
    const version = initialized.protocolVersion;
    throw new RunFailure("agent_protocol", `the agent uses protocol version ${version} instead of ${PROTOCOL_VERSION}`);
  }
  return initialized;
}

/** Continues the earlier session, without its replay if the agent can. Undefined if the agent lost it. */
async function continueSession(
  agent: ClientContext,
  initialized: InitializeResponse,
  request: { cwd: string; mcpServers: ReturnType<typeof protocolServers>; sessionId: string },
): Promise<OpenSession | undefined> {
  const { sessionId } = request;
  const capabilities = initialized.agentCapabilities;
  try {
    if (capabilities?.sessionCapabilities?.resume) {
      const response: unknown = await agent.request(methods.agent.session.resume, request);
      return { sessionId, state: SessionState.parse(response ?? {}), history: "kept" };
    }
    if (capabilities?.loadSession) {
      const response: unknown = await agent.request(methods.agent.session.load, request);
      return { sessionId, state: SessionState.parse(response ?? {}), history: "replayed" };
    }
  } catch (error) {
    // If the agent lost its session, for example its home folder, the prompt includes the conversation.
    if (!(error instanceof RequestError) || needsAuthentication(error)) throw error;
  }
  return undefined;
}

/** Authenticates if needed and opens the session. Throws `agent_needs_key` without a valid key or login. */
export async function openSession(
  agent: ClientContext,
  initialized: InitializeResponse,
  { cwd, additionalDirectories, mcpServers, sessionId, credentials }: SessionRequest,
): Promise<OpenSession> {
  const request = {
    cwd,
    mcpServers: protocolServers({ mcpServers }, initialized),
    ...(initialized.agentCapabilities?.sessionCapabilities?.additionalDirectories
      ? { additionalDirectories: [...additionalDirectories] }
      : {}),
  };
  await authenticate(agent, initialized, credentials);
  try {
    const continued =
      sessionId === undefined ? undefined : await continueSession(agent, initialized, { ...request, sessionId });
    if (continued) return continued;
    const response: unknown = await agent.request(methods.agent.session.new, request);
    const state = NewSessionResponse.parse(response);
    return { sessionId: state.sessionId, state, history: "none" };
  } catch (error) {
    if (!needsAuthentication(error)) throw error;
    throw missingKey(initialized.authMethods, credentials, error);
  }
}
