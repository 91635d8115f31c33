import { z } from "zod";

/** A public key somebody uses git over SSH with. */
export const SshKey = z.looseObject({
  id: z.string(),
  name: z.string(),
  keyType: z.string(),
  fingerprint: z.string(),
  publicKey: z.string(),
  createdAt: z.string(),
});

/** `email` names an active user, in any casing. */
export const UserPath = z.object({ email: z.string() });
