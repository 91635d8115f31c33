import { createHmac, hkdfSync, timingSafeEqual } from "node:crypto";
import type { Clock } from "@/lib/clock/clock";

/** One content of one artifact. */
export interface ArtifactRef {
  agentId: string;
  /** Begins with `artifacts/`. */
  path: string;
  digest: string;
}

/** Signed links to artifacts: whoever has one may read that content until it expires. */
export interface ArtifactLinks {
  /** Path and query of a new link. */
  sign(ref: ArtifactRef): { target: string; expiresAt: number };
  /** What a link names. `undefined` when it has not the form of one. */
  read(rawPath: string, rawQuery: string): ArtifactRef | "forged" | "expired" | undefined;
}

const lifetimeMs = 15 * 60_000;
const form = /^\/artifacts\/(bc-[0-9a-f-]{36})\/(.+)$/;
const digestForm = /^[0-9a-f]{64}$/;
const expiryForm = /^[0-9]{1,15}$/;

function decoded(raw: string): string | undefined {
  try {
    return raw.split("/").map(decodeURIComponent).join("/");
  } catch {
    return undefined;
  }
}

/** `encryptionKey` is the service's own; the links are signed with a key derived from it for them alone. */
export function createArtifactLinks(encryptionKey: Buffer, clock: Clock): ArtifactLinks {
  const key = Buffer.from(hkdfSync("sha256", encryptionKey, "", "slipway artifact links", 32));
  const signature = ({ agentId, path, digest }: ArtifactRef, expires: string) =>
    createHmac("sha256", key)
      .update(JSON.stringify([agentId, path, digest, expires]))
      .digest();

  return {
    sign(ref) {
      const expiresAt = clock.now() + lifetimeMs;
      const expires = String(expiresAt);
      const name = ref.path.slice("artifacts/".length).split("/").map(encodeURIComponent).join("/");
      const query = new URLSearchParams({
        digest: ref.digest,
        expires,
        signature: signature(ref, expires).toString("base64url"),
      });
      return { target: `/artifacts/${ref.agentId}/${name}?${query}`, expiresAt };
    },
    read(rawPath, rawQuery) {
      const [, agentId, rawName] = form.exec(rawPath) ?? [];
      if (agentId === undefined || rawName === undefined) return undefined;
      const name = decoded(rawName);
      const query = new URLSearchParams(rawQuery);
      const digest = query.get("digest") ?? "";
      const expires = query.get("expires") ?? "";
      if (name === undefined || !digestForm.test(digest) || !expiryForm.test(expires)) return "forged";
      const ref = { agentId, path: `artifacts/${name}`, digest };
      const given = Buffer.from(query.get("signature") ?? "", "base64url");
      const right = signature(ref, expires);
      if (given.length !== right.length || !timingSafeEqual(given, right)) return "forged";
      return clock.now() < Number(expires) ? ref : "expired";
    },
  };
}
