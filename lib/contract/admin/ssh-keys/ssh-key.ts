import { z } from "zod";

/** A user's public key for git over SSH. */
export const SshKey = z.looseObject({
  id: z.string(),
  name: z.string(),
  keyType: z.string(),
  fingerprint: z.string(),
  publicKey: z.string(),
  createdAt: z.string(),
});

/** `email`: an active user's email address, case-insensitive. */
export const UserPath = z.object({ email: z.string() });
