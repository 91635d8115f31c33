import { createPublicKey, type KeyObject } from "node:crypto";
import { z } from "zod";
import type { Clock } from "@/lib/clock/clock";

const freshMs = 10 * 60_000;
/** After a refresh that failed, the keys before it are good for so much longer. */
const graceMs = 10 * 60_000;
/** Forged signatures must not make the dashboard ask the service all the time. */
const renewEveryMs = 60_000;

const KeySet = z.looseObject({ keys: z.array(z.looseObject({ kty: z.string() })) });
const SigningKey = z.looseObject({ kty: z.literal("OKP"), crv: z.literal("Ed25519"), x: z.string() });

function readKeys(body: unknown): KeyObject[] {
  return KeySet.parse(body).keys.flatMap((entry) => {
    const key = SigningKey.safeParse(entry).data;
    if (!key) return [];
    return [createPublicKey({ key: { kty: key.kty, crv: key.crv, x: key.x }, format: "jwk" })];
  });
}

export interface PublishedKeys {
  /** The keys the service signs with. Throws when they can't be read and none are good any more. */
  current(): Promise<readonly KeyObject[]>;
  /** They are read again, since none of them fits; `undefined` when that was done just now. */
  renewed(): Promise<readonly KeyObject[] | undefined>;
}

/** The keys a service publishes; `read` answers its key set as JSON. */
export function createPublishedKeys(read: () => Promise<unknown>, clock: Clock): PublishedKeys {
  let held: { keys: readonly KeyObject[]; readAt: number } | undefined;
  let renewedAt = Number.NEGATIVE_INFINITY;
  let reading: Promise<readonly KeyObject[]> | undefined;

  function refresh(): Promise<readonly KeyObject[]> {
    reading ??= read()
      .then((body) => {
        const keys = readKeys(body);
        held = { keys, readAt: clock.now() };
        return keys;
      })
      .finally(() => {
        reading = undefined;
      });
    return reading;
  }

  return {
    async current() {
      const age = held ? clock.now() - held.readAt : Number.POSITIVE_INFINITY;
      if (held && age < freshMs) return held.keys;
      try {
        return await refresh();
      } catch (error) {
        if (held && age < freshMs + graceMs) return held.keys;
        throw error;
      }
    },
    async renewed() {
      if (clock.now() - renewedAt < renewEveryMs) return undefined;
      renewedAt = clock.now();
      return refresh();
    },
  };
}
