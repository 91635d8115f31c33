import "server-only";
import type { Role } from "@/lib/contract/operation";
import type { Clock } from "@/lib/core/clock";
import { findSession, type SessionRow } from "@/lib/server/db/sessions";
import type { Store } from "@/lib/server/db/store";
import type { UserRow } from "@/lib/server/db/users";
import { sessionSecret } from "./secret";
import { readSessionToken, type SessionToken } from "./session-token";

export interface User {
  id: string;
  email: string;
  name: string;
  role: Role;
  /** Set if the request's API token has a lower role than its user. The service knows users with this one. */
  ownRole?: Role | undefined;
  /** The session of the request; absent if it was made with an API token. */
  sessionId?: string | undefined;
  /** The API token of the request. */
  token?: { id: string; name: string } | undefined;
}

export interface SessionReader {
  read(token: string, options: { fresh: boolean }): Promise<User | undefined>;
  /** Clears the cache after a session was ended in this process. */
  forget(): void;
}

/** How long a session is cached for reads. */
const cacheMs = 3_000;

interface StoredSession {
  session: SessionRow;
  user: UserRow;
}

/**
 * A session lasts until it is ended or expires, while its user is enabled and keeps the session version they had when
 * they signed in.
 */
export function isSessionValid(
  stored: StoredSession | undefined,
  claims: { userId: string; sessionVersion: number },
  now: number,
): stored is StoredSession {
  if (!stored) return false;
  const { session, user } = stored;
  return (
    session.endedAt === null &&
    now < session.expiresAt.getTime() &&
    user.id === claims.userId &&
    user.disabledAt === null &&
    user.sessionVersion === claims.sessionVersion
  );
}

export function createSessionReader(options: {
  dataDir: string;
  store: () => Promise<Store>;
  clock: Clock;
}): SessionReader {
  const sessionCache = new Map<string, { stored: StoredSession; at: number }>();

  /** Decrypting a token is most of the cost of a call, and a page makes many at once. */
  const tokens = new Map<string, { claims: SessionToken; at: number }>();

  async function readClaims(token: string): Promise<SessionToken | undefined> {
    const now = options.clock.now();
    const known = tokens.get(token);
    if (known && now - known.at < cacheMs) return known.claims;
    const claims = await readSessionToken(token, await sessionSecret(options.dataDir));
    for (const [other, { at }] of tokens) if (now - at >= cacheMs) tokens.delete(other);
    if (claims) tokens.set(token, { claims, at: now });
    return claims;
  }

  async function cachedSession(id: string, fresh: boolean): Promise<StoredSession | undefined> {
    const known = sessionCache.get(id);
    const now = options.clock.now();
    if (known && !fresh && now - known.at < cacheMs) return known.stored;
    const stored = await findSession(await options.store(), id);
    if (stored) sessionCache.set(id, { stored, at: now });
    else sessionCache.delete(id);
    return stored;
  }

  return {
    forget() {
      sessionCache.clear();
      tokens.clear();
    },
    async read(token, { fresh }) {
      const claims = await readClaims(token);
      if (!claims) return undefined;
      const stored = await cachedSession(claims.sessionId, fresh);
      if (!isSessionValid(stored, claims, options.clock.now())) {
        sessionCache.delete(claims.sessionId);
        return undefined;
      }
      const { id, email, displayName, role } = stored.user;
      return { id, email, name: displayName, role, sessionId: stored.session.id };
    },
  };
}
