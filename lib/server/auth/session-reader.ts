import "server-only";
import type { Role } from "@/lib/contract/operation";
import type { Clock } from "@/lib/core/clock";
import type { PersonRow } from "@/lib/server/db/people";
import { findSession, type SessionRow } from "@/lib/server/db/sessions";
import type { Store } from "@/lib/server/db/store";
import { sessionSecret } from "./secret";
import { readSessionToken, type SessionToken } from "./session-token";

export interface Person {
  id: string;
  email: string;
  name: string;
  role: Role;
  /** The session of the request. */
  sessionId: string;
}

export interface SessionReader {
  read(token: string, options: { fresh: boolean }): Promise<Person | undefined>;
  /** Clears the cache after a session was ended in this process. */
  forget(): void;
}

/** How long a session is cached for reads. */
const rememberedMs = 3_000;

interface KeptSession {
  session: SessionRow;
  person: PersonRow;
}

/**
 * A session lasts until it is ended or expires, while its user is enabled and keeps the session version they had when
 * they signed in.
 */
export function isSessionValid(
  kept: KeptSession | undefined,
  said: { personId: string; sessionVersion: number },
  now: number,
): kept is KeptSession {
  if (!kept) return false;
  const { session, person } = kept;
  return (
    session.endedAt === null &&
    now < session.expiresAt.getTime() &&
    person.id === said.personId &&
    person.disabledAt === null &&
    person.sessionVersion === said.sessionVersion
  );
}

export function createSessionReader(options: {
  dataDir: string;
  store: () => Promise<Store>;
  clock: Clock;
}): SessionReader {
  const remembered = new Map<string, { kept: KeptSession; at: number }>();

  /** Decrypting a token is most of the cost of a call, and a page makes many at once. */
  const tokens = new Map<string, { said: SessionToken; at: number }>();

  async function tokenSays(token: string): Promise<SessionToken | undefined> {
    const now = options.clock.now();
    const known = tokens.get(token);
    if (known && now - known.at < rememberedMs) return known.said;
    const said = await readSessionToken(token, await sessionSecret(options.dataDir));
    for (const [other, { at }] of tokens) if (now - at >= rememberedMs) tokens.delete(other);
    if (said) tokens.set(token, { said, at: now });
    return said;
  }

  async function keptSession(id: string, fresh: boolean): Promise<KeptSession | undefined> {
    const known = remembered.get(id);
    const now = options.clock.now();
    if (known && !fresh && now - known.at < rememberedMs) return known.kept;
    const kept = await findSession(await options.store(), id);
    if (kept) remembered.set(id, { kept, at: now });
    else remembered.delete(id);
    return kept;
  }

  return {
    forget() {
      remembered.clear();
      tokens.clear();
    },
    async read(token, { fresh }) {
      const said = await tokenSays(token);
      if (!said) return undefined;
      const kept = await keptSession(said.sessionId, fresh);
      if (!isSessionValid(kept, said, options.clock.now())) {
        remembered.delete(said.sessionId);
        return undefined;
      }
      const { id, email, displayName, role } = kept.person;
      return { id, email, name: displayName, role, sessionId: kept.session.id };
    },
  };
}
