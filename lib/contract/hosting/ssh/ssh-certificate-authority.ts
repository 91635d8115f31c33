import { z } from "zod";
import { atMostCharacters } from "../../at-most-characters";

/** A key that signs SSH certificates (hosting specification, section 2 SSH certificate authority). */
export const SshCertificateAuthority = z.looseObject({
  id: z.string(),
  name: z.string(),
  keyType: z.string(),
  /** `SHA256:…`, as `ssh-keygen -l` prints it. */
  fingerprint: z.string(),
  /** Type and key, without a comment. */
  publicKey: z.string(),
  createdAt: z.string(),
});
export type SshCertificateAuthority = z.infer<typeof SshCertificateAuthority>;

/** A key's display name, at most 255 characters. */
export const sshKeyName = z
  .string("is required")
  .max(2000, "must be at most 255 characters")
  .transform((name) => name.trim())
  .refine((name) => name !== "", "must not be empty")
  .refine(...atMostCharacters(255))
  .refine((name) => !name.includes("\0"), "must not contain NUL characters");

/** A line of an `authorized_keys` file; its content is validated when it is stored. */
export const sshKeyLine = z.string("is required").max(16_384, "must be one line of a public key");
