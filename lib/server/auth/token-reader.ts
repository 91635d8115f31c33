import "server-only";
import { roleAllows } from "@/lib/contract/operation";
import type { Clock } from "@/lib/core/clock";
import { findApiToken, recordTokenUse } from "@/lib/server/db/api-tokens";
import type { Store } from "@/lib/server/db/store";
import { hashApiToken } from "./api-token";
import type { User } from "./session-reader";

/** Why a token isn't accepted. */
export interface TokenRejection {
  code: "token_invalid" | "token_expired" | "token_revoked" | "user_disabled";
  message: string;
}

const createAnother = "Create another in Settings → API tokens.";

/**
 * Reads the user of an API token from the database for every request, so that a changed role, a disabled user and a
 * revoked token apply immediately. The role is the lower of the user's and the token's.
 */
export function createTokenReader(options: { store: () => Promise<Store>; clock: Clock }) {
  return async (text: string): Promise<User | { rejection: TokenRejection }> => {
    const now = new Date(options.clock.now());
    const store = await options.store();
    const found = await findApiToken(store, hashApiToken(text));
    const rejected = (code: TokenRejection["code"], message: string) => ({ rejection: { code, message } });
    if (!found)
      return rejected("token_invalid", `The API token isn't valid. Check that it's complete. ${createAnother}`);
    const { token, user } = found;
    if (user.disabledAt) return rejected("user_disabled", `${user.email} is disabled. Ask an admin.`);
    if (token.revokedAt)
      return rejected("token_revoked", `The API token “${token.name}” was revoked. ${createAnother}`);
    if (token.expiresAt <= now) {
      const day = token.expiresAt.toISOString().slice(0, 10);
      return rejected("token_expired", `The API token “${token.name}” expired on ${day}. ${createAnother}`);
    }
    await recordTokenUse(store, token, now);
    return {
      id: user.id,
      email: user.email,
      name: user.displayName,
      role: roleAllows(token.role, user.role) ? user.role : token.role,
      ownRole: user.role,
      token: { id: token.id, name: token.name },
    };
  };
}
