import "server-only";
import { createPublicKey, type KeyObject, verify } from "node:crypto";
import { z } from "zod";
import type { Clock } from "@/lib/core/clock";
import { type ServiceAddress, serviceUrl } from "@/lib/server/upstream/client/service-address";

/** How long a set of keys is used before it is fetched again. */
const freshMs = 600_000;
/** For how much longer it is used while asking fails. */
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
   * Whether an active key of the service made a signature; `kid` names the one it must be.
   *
   * @throws {SigningKeysUnavailable} if that can't be determined
   */
  verify(message: Uint8Array, signature: Uint8Array, kid?: string): Promise<boolean>;
}

interface KeptKeys {
  keys: ReadonlyMap<string, KeyObject>;
  askedAt: number;
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
  let kept: KeptKeys | undefined;
  let asking: Promise<KeptKeys> | undefined;
  let unknownAt = Number.NEGATIVE_INFINITY;
  /** Why the last fetch for an unknown key failed, if it did. */
  let unknownFailure: unknown;

  async function ask(): Promise<KeptKeys> {
    const askedAt = clock.now();
    const response = await fetch(serviceUrl(address, "repohost", "/v1/repohost/keys"), {
      headers: { accept: "application/json" },
      cache: "no-store",
      redirect: "error",
      signal: AbortSignal.timeout(timeoutMs),
    });
    if (!response.ok) throw new Error(`the service responded with ${response.status}`);
    kept = { keys: readKeys(await response.json()), askedAt };
    return kept;
  }

  /** Concurrent callers share one fetch. */
  function refresh(): Promise<KeptKeys> {
    asking ??= ask()
      .catch((error: unknown) => {
        throw new SigningKeysUnavailable(error);
      })
      .finally(() => {
        asking = undefined;
      });
    return asking;
  }

  async function current(): Promise<KeptKeys> {
    const before = kept;
    if (before && clock.now() < before.askedAt + freshMs) return before;
    try {
      return await refresh();
    } catch (error) {
      if (before && clock.now() < before.askedAt + freshMs + staleMs) return before;
      throw error;
    }
  }

  async function lookForUnknown(): Promise<KeptKeys> {
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
      const isSignedBy = ({ keys }: KeptKeys) => {
        const named = kid === undefined ? [...keys.values()] : [keys.get(kid)];
        return named.some((key) => key !== undefined && verify(null, message, key, signature));
      };
      const beganAt = clock.now();
      const known = await current();
      if (isSignedBy(known)) return true;
      if (asking) return isSignedBy(await refresh());
      if (known.askedAt >= beganAt) return false;
      if (clock.now() >= unknownAt + unknownKeyMs) return isSignedBy(await lookForUnknown());
      // A new key may have signed it; this minute's only lookup failed.
      if (unknownFailure !== undefined && known.askedAt < unknownAt) throw unknownFailure;
      return false;
    },
  };
}
