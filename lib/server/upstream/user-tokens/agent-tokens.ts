import "server-only";
import { putTeamMember } from "@/lib/contract/admin/users/put-team-member";
import { createSubToken } from "@/lib/contract/agents/create-sub-token";
import { callPath } from "@/lib/contract/client-path";
import type { Acting, Service } from "@/lib/server/upstream/client/service";
import { callWith } from "@/lib/server/upstream/client/service-call";
import { CredentialsMissingError, UpstreamError } from "@/lib/server/upstream/client/upstream-error";
import { memberBody } from "./member-body";
import { type Minted, TokenCache } from "./token-cache";

export interface AgentTokens {
  /** A token with which the agent API is called as the user. Throws {@link CredentialsMissingError} if they have no access. */
  tokenFor(user: Acting["user"]): Promise<string>;
  /** Call when the service rejected a token; the next call mints a new one. */
  rejected(user: Acting["user"]): void;
}

const scope = "agents";

/** Registers a user with the embedded service, or updates their name and what their role allows. */
export async function registerUser(service: Service, user: Acting["user"]): Promise<void> {
  const path = callPath(putTeamMember, { teamId: "_", email: user.email });
  await callWith(service, putTeamMember, { path, body: await memberBody(service, user) });
}

/** Tokens of users for the agent API of the embedded service, where the users are members of the dashboard's team. */
export function createAgentTokens(service: Service): AgentTokens {
  const tokens = new TokenCache(service.clock);

  async function mint(user: Acting["user"]): Promise<Minted> {
    try {
      await registerUser(service, user);
      const body = { forUserEmail: user.email };
      const minted = await callWith(service, createSubToken, { path: callPath(createSubToken, {}), body });
      return { token: minted.accessToken, expiresAt: minted.expiresAt };
    } catch (error) {
      const isRejected = error instanceof UpstreamError && [403, 404, 409].includes(error.status);
      throw isRejected ? new CredentialsMissingError(`You don't have access to agents: ${error.message}.`, 403) : error;
    }
  }

  return {
    tokenFor: (user) => tokens.get(user, scope, () => mint(user)),
    rejected: (user) => tokens.delete(user, scope),
  };
}
