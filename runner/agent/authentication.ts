import { type ClientContext, methods, RequestError } from "@agentclientprotocol/sdk";
import { z } from "zod";
import { RunFailure } from "../limits/run-failure";
import type { AuthMethod, InitializeResponse } from "../transcript/session-update";
import { agentErrorText } from "./agent-error";

/** Protocol error of an agent that needs authentication first. */
const authRequired = -32_000;

/** Names of variables that contain the key of a model provider. */
const providerKeys: Readonly<Record<string, readonly string[]>> = {
  google: ["GEMINI_API_KEY", "GOOGLE_API_KEY"],
  openai: ["OPENAI_API_KEY", "CODEX_API_KEY"],
};

const keyName = /\b[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)*_(?:KEY|TOKEN)\b/g;

const variableOf = (name: string) => `${name.toUpperCase().replace(/[^A-Z0-9]+/g, "_")}_API_KEY`;

const KeyMeta = z.looseObject({ "api-key": z.looseObject({ provider: z.string() }) });

/** Names of the variables that a method reads its key from, the usual one first; empty for an interactive login. */
export function keyVariables({ id, name, description, vars, _meta }: AuthMethod): string[] {
  const declared = (vars ?? []).map((each) => each.name);
  const mentioned = `${name} ${description ?? ""}`.match(keyName) ?? [];
  const meta = KeyMeta.safeParse(_meta);
  const provider = meta.success ? meta.data["api-key"].provider : undefined;
  const ofProvider = provider === undefined ? [] : (providerKeys[provider] ?? [variableOf(provider)]);
  const subject = /^(.+)-api-key$/.exec(id)?.[1];
  return [...new Set([...declared, ...mentioned, ...ofProvider, ...(subject ? [variableOf(subject)] : [])])];
}

export interface Credentials {
  /** Id of the agent, for messages. */
  agentId: string;
  /** `methodId` to use, as configured. */
  authMethod: string | undefined;
  /** Names of the variables of the agent's process. */
  variables: ReadonlySet<string>;
}

/** Chooses the configured method, or one that matches an available key. */
function chooseMethod(offered: readonly AuthMethod[], credentials: Credentials): string | undefined {
  if (credentials.authMethod !== undefined) return credentials.authMethod;
  return offered.find((method) => keyVariables(method).some((name) => credentials.variables.has(name)))?.id;
}

/** The failure of an agent that has no valid key or login, with what to do. */
export function missingKey(
  offered: readonly AuthMethod[],
  { agentId, variables }: Omit<Credentials, "authMethod">,
  error: RequestError,
): RunFailure {
  const names = [...new Set(offered.flatMap((method) => keyVariables(method).slice(0, 1)))];
  const reason = agentErrorText(error);
  const because = /^authentication required\.?$/i.test(reason) ? "" : `: ${reason}`;
  const present = offered.flatMap(keyVariables).filter((name) => variables.has(name));
  const failure = (text: string) => new RunFailure("agent_needs_key", `agent ${agentId} ${text}${because}`);
  if (present.length > 0) return failure(`rejected the key in ${[...new Set(present)].join(" or ")}`);
  if (names.length > 0) return failure(`needs a key: set ${names.join(" or ")}`);
  const logins = offered.map(({ name }) => name).join(" or ");
  return failure(logins === "" ? "needs a key" : `needs a login (${logins}) or a key`);
}

/** True for the error of an agent that needs authentication first. */
export function needsAuthentication(error: unknown): error is RequestError {
  if (!(error instanceof RequestError)) return false;
  return error.code === authRequired && /auth|log ?in|sign ?in|api key|credential/i.test(error.message);
}

/** Authenticates if a method is configured or matches a key. Throws `agent_needs_key` when the agent rejects it. */
export async function authenticate(
  agent: ClientContext,
  { authMethods }: InitializeResponse,
  credentials: Credentials,
): Promise<void> {
  const methodId = chooseMethod(authMethods, credentials);
  if (methodId === undefined) return;
  const method = authMethods.find(({ id }) => id === methodId);
  if (!method && authMethods.length > 0) {
    const ids = authMethods.map(({ id }) => id).join(", ");
    const message = `agent ${credentials.agentId} has no authentication method "${methodId}"; it has ${ids}`;
    throw new RunFailure("agent_needs_key", message);
  }
  if (!method) return;
  try {
    await agent.request(methods.agent.authenticate, { methodId });
  } catch (error) {
    if (!(error instanceof RequestError)) throw error;
    throw missingKey([method], credentials, error);
  }
}
