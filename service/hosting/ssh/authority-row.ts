import type { SshCertificateAuthority } from "@/lib/contract/hosting/ssh/ssh-certificate-authority";
import { isoTime } from "@/lib/core/clock";
import type { sshCertificateAuthorities, sshKeys } from "../../core/store/tables/ssh";

/** A key's response body (specification, section 2 SSH certificate authority). */
export function sshKeyBody(
  row: typeof sshCertificateAuthorities.$inferSelect | typeof sshKeys.$inferSelect,
): SshCertificateAuthority {
  const { id, name, keyType, fingerprint, publicKey, createdAt } = row;
  return { id, name, keyType, fingerprint, publicKey: `${keyType} ${publicKey}`, createdAt: isoTime(createdAt) };
}
