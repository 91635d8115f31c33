import type { Clock } from "@/lib/core/clock";
import { createLinkSignature } from "../core/http/link-signature";

/** One version of an artifact. */
export interface ArtifactRef {
  agentId: string;
  /** Begins with `artifacts/`. */
  path: string;
  digest: string;
}

/** The artifact a link refers to, and the credential it was issued to (`users/holder.ts`). */
export interface ArtifactLink extends ArtifactRef {
  holder: string;
}

/** Signed links to artifacts. Anyone with a link can read the content until it expires or its holder loses access. */
export interface ArtifactLinks {
  /** Path and query of a new link. */
  sign(link: ArtifactLink): { target: string; expiresAt: number };
  /** The artifact a link refers to; `undefined` if the path isn't an artifact link. */
  read(rawPath: string, rawQuery: string): ArtifactLink | "forged" | "expired" | undefined;
}

export interface WithArtifactLinks {
  artifactLinks: ArtifactLinks;
}

export const artifactLinkLifetimeMs = 15 * 60_000;
const form = /^\/artifacts\/(bc-[0-9a-f-]{36})\/(.+)$/i;
const digestForm = /^[0-9a-f]{64}$/;
const expiryForm = /^[0-9]{1,15}$/;

function decoded(raw: string): string | undefined {
  try {
    return raw.split("/").map(decodeURIComponent).join("/");
  } catch {
    return undefined;
  }
}

export function createArtifactLinks(encryptionKey: Buffer, clock: Clock): ArtifactLinks {
  const signature = createLinkSignature(encryptionKey, "slipway artifact links", clock);
  const partsOf = ({ agentId, path, digest, holder }: ArtifactLink, expires: string) => [
    agentId,
    path,
    digest,
    holder,
    expires,
  ];

  return {
    sign(ref) {
      const expiresAt = clock.now() + artifactLinkLifetimeMs;
      const expires = String(expiresAt);
      const name = ref.path.slice("artifacts/".length).split("/").map(encodeURIComponent).join("/");
      const query = new URLSearchParams({
        digest: ref.digest,
        holder: ref.holder,
        expires,
        signature: signature.sign(partsOf(ref, expires)),
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
      const holder = query.get("holder") ?? "";
      if (name === undefined || !digestForm.test(digest) || !expiryForm.test(expires)) return "forged";
      const ref = { agentId, path: `artifacts/${name}`, digest, holder };
      if (!signature.matches(partsOf(ref, expires), query.get("signature") ?? "")) return "forged";
      return clock.now() < Number(expires) ? ref : "expired";
    },
  };
}
