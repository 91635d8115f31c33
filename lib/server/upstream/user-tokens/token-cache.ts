import type { Clock } from "@/lib/core/clock";
import { RecentMap } from "@/lib/core/recent-map";
import type { Acting } from "@/lib/server/upstream/client/service";

/** A token and when it expires, ISO 8601. */
export interface Minted {
  token: string;
  expiresAt: string;
}

interface CachedToken {
  /** The role and name registered with the service. */
  registeredAs: string;
  token: Promise<string>;
  until: number;
}

/** A token isn't used in its last minute, so it is still valid when the request arrives. */
const marginMs = 60_000;
const maxCached = 1_000;

/** Short-lived tokens of users, which stay in this process and are reused until shortly before they expire. */
export class TokenCache {
  readonly #tokens = new RecentMap<string, CachedToken>(maxCached);

  constructor(private readonly clock: Clock) {}

  /** The token of a user for `scope`. Concurrent calls share one `mint`; after a change of role or name, another is minted. */
  async get(user: Acting["user"], scope: string, mint: () => Promise<Minted>): Promise<string> {
    const key = keyOf(user, scope);
    const registeredAs = `${user.ownRole ?? user.role} ${user.name}`;
    const known = this.#tokens.get(key);
    if (known?.registeredAs === registeredAs && known.until > this.clock.now()) return known.token;
    const entry: CachedToken = {
      registeredAs,
      until: Number.POSITIVE_INFINITY,
      token: mint().then(({ token, expiresAt }) => {
        entry.until = Date.parse(expiresAt) - marginMs;
        return token;
      }),
    };
    this.#tokens.set(key, entry);
    try {
      return await entry.token;
    } catch (error) {
      if (this.#tokens.get(key) === entry) this.#tokens.delete(key);
      throw error;
    }
  }

  /** Call when the service rejected a token. */
  delete(user: Acting["user"], scope: string): void {
    this.#tokens.delete(keyOf(user, scope));
  }
}

const keyOf = ({ email }: Acting["user"], scope: string) => `${scope.toLowerCase()} ${email.toLowerCase()}`;
