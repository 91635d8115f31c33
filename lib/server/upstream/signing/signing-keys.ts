import "server-only";
import { createPublicKey, type KeyObject, verify } from "node:crypto";
import { z } from "zod";
import type { Clock } from "@/lib/core/clock";
import { type ServiceAddress, serviceUrl } from "@/lib/server/upstream/client/service-address";

/** How long keys are used before they are fetched again. */
const freshMs = 600_000;
/** How much longer they are used if fetching fails. */
const staleMs = 600_000;
/** Minimum interval between refetches for unknown signatures, so forged ones don't load the service. */
const unknownKeyMs = 60_000;
const timeoutMs = 5_000;

const KeySet = z.object({ keys: z.array(z.looseObject({ kty: z.string(), kid: z.string() })) });
const Ed25519Key = z.looseObject({ kty: z.literal("OKP"), crv: z.literal("Ed25519"), x: z.string() });

/** The service's keys couldn't be fetched, so a signature can't be verified. Retry later. */
export class SigningKeysUnavailable extends Error {
  constructor(cause: unknown) {
    super("Couldn't fetch the service's signing keys.", { cause });
    this.name = "SigningKeysUnavailable";
  }
}

export interface SigningKeys {
  /**
   * Whether a signature was made by a published key of the service, or by the key `kid` if given.
   *
   * @throws {SigningKeysUnavailable} if that can't be determined
   */
  verify(message: Uint8Array, signature: Uint8Array, kid?: string): Promise<boolean>;
}

interface CachedKeys {
  keys: ReadonlyMap<string, KeyObject>;
  fetchedAt: number;
}

/** Keys of unknown types are ignored. */
function readKeys(body: unknown): ReadonlyMap<string, KeyObject> {
  return new Map(
    KeySet.parse(body).keys.flatMap((key): [string, KeyObject][] => {
      const { x } = Ed25519Key.safeParse(key).data ?? {};
      if (x === undefined) return [];
      return [[key.kid, createPublicKey({ key: { kty: "OKP", crv: "Ed25519", x }, format: "jwk" })]];
    }),
  );
}

/**
 * The published keys a service signs receipts and webhooks with. They are used for ten minutes, for ten more
 * while they can't be fetched, and are fetched immediately for an unknown signature, at most once a minute.
 */
export function createSigningKeys({ address, clock }: { address: ServiceAddress; clock: Clock }): SigningKeys {
  let cached: CachedKeys | undefined;
  let pending: Promise<CachedKeys> | undefined;
  let unknownAt = Number.NEGATIVE_INFINITY;
  /** Why the last fetch for an unknown key failed, if it did. */
  let unknownFailure: unknown;

  async function fetchKeys(): Promise<CachedKeys> {
    const fetchedAt = clock.now();
    const response = await fetch(serviceUrl(address, "repohost", "/v1/repohost/keys"), {
      headers: { accept: "application/json" },
      cache: "no-store",
      redirect: "error",
      signal: AbortSignal.timeout(timeoutMs),
    });
    if (!response.ok) throw new Error(`the service responded with ${response.status}`);
    cached = { keys: readKeys(await response.json()), fetchedAt };
    return cached;
  }

  /** Concurrent callers share one fetch. */
  function refresh(): Promise<CachedKeys> {
    pending ??= fetchKeys()
      .catch((error: unknown) => {
        throw new SigningKeysUnavailable(error);
      })
      .finally(() => {
        pending = undefined;
      });
    return pending;
  }

  async function current(): Promise<CachedKeys> {
    const before = cached;
    if (before && clock.now() < before.fetchedAt + freshMs) return before;
    try {
      return await refresh();
    } catch (error) {
      if (before && clock.now() < before.fetchedAt + freshMs + staleMs) return before;
      throw error;
    }
  }

  async function refreshForUnknown(): Promise<CachedKeys> {
    unknownAt = clock.now();
    unknownFailure = undefined;
    try {
      return await refresh();
    } catch (error) {
      unknownFailure = error;
      throw error;
    }
  }

  return {
    async verify(message, signature, kid) {
      const isSignedBy = ({ keys }: CachedKeys) => {
        const named = kid === undefined ? [...keys.values()] : [keys.get(kid)];
        return named.some((key) => key !== undefined && verify(null, message, key, signature));
      };
      const beganAt = clock.now();
      const known = await current();
      if (isSignedBy(known)) return true;
      if (pending) return isSignedBy(await refresh());
      if (known.fetchedAt >= beganAt) return false;
      if (clock.now() >= unknownAt + unknownKeyMs) return isSignedBy(await refreshForUnknown());
      // A new key may have signed it; this minute's only lookup failed.
      if (unknownFailure !== undefined && known.fetchedAt < unknownAt) throw unknownFailure;
      return false;
    },
  };
}
