import type { Clock } from "@/lib/core/clock";
import { createLinkSignature } from "../../core/http/link-signature";

/** A stored archive and its download name. */
export interface TarballRef {
  repositoryId: string;
  commit: string;
  /** `<ownerSlug>-<repoName>-<shortSha>`, also the folder name inside the archive. */
  name: string;
}

/** The archive a link refers to, and the credential it was issued to (`users/holder.ts`). */
export interface TarballLink extends TarballRef {
  holder: string;
}

/** Signed links to archives. Anyone with a link can read that archive until it expires or its holder loses access. */
export interface TarballLinks {
  /** The path and query of a new link. */
  sign(link: TarballLink): string;
  /** The archive a link refers to, or `undefined` if the path isn't a tarball link. */
  read(rawPath: string, rawQuery: string): TarballLink | "forged" | "expired" | undefined;
}

export const tarballLinkLifetimeMs = 15 * 60_000;
const form = /^\/tarballs\/(repo_[a-z0-9]+)\/([0-9a-f]{40,64})\/([A-Za-z0-9._-]+)\.tar\.gz$/;
const expiryForm = /^[0-9]{1,15}$/;

export function createTarballLinks(encryptionKey: Buffer, clock: Clock): TarballLinks {
  const signature = createLinkSignature(encryptionKey, "slipway tarball links", clock);
  const partsOf = ({ repositoryId, commit, name, holder }: TarballLink, expires: string) => [
    repositoryId,
    commit,
    name,
    holder,
    expires,
  ];
  return {
    sign(ref) {
      const expires = String(clock.now() + tarballLinkLifetimeMs);
      const query = new URLSearchParams({
        holder: ref.holder,
        expires,
        signature: signature.sign(partsOf(ref, expires)),
      });
      return `/tarballs/${ref.repositoryId}/${ref.commit}/${ref.name}.tar.gz?${query}`;
    },
    read(rawPath, rawQuery) {
      const [, repositoryId, commit, name] = form.exec(rawPath) ?? [];
      if (repositoryId === undefined || commit === undefined || name === undefined) return undefined;
      const query = new URLSearchParams(rawQuery);
      const ref = { repositoryId, commit, name, holder: query.get("holder") ?? "" };
      const expires = query.get("expires") ?? "";
      if (!expiryForm.test(expires)) return "forged";
      if (!signature.matches(partsOf(ref, expires), query.get("signature") ?? "")) return "forged";
      return clock.now() < Number(expires) ? ref : "expired";
    },
  };
}
