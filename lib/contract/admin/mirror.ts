import { z } from "zod";
import { mirrorStatuses } from "../hosting/mirror";

/** What a mirror is and how its last synchronisation went; never the credential. */
export const Mirror = z.looseObject({
  repositoryId: z.string(),
  fullName: z.string(),
  url: z.string(),
  source: z.enum(["github", "git"]),
  sourceId: z.string(),
  /** `detached`: it was a mirror once. */
  status: z.enum([...mirrorStatuses, "initial", "detached"]),
  hasCredential: z.boolean(),
  /** Addresses of those who administer the source. */
  upstreamAdmins: z.array(z.string()),
  lastSyncedAt: z.string().optional(),
  /** Present while synchronising fails. */
  lastErrorCode: z.string().optional(),
  lastErrorMessage: z.string().optional(),
});
export type Mirror = z.infer<typeof Mirror>;

const plain = /^[^\r\n\0]{1,4096}$/;

const credential = z.strictObject({
  username: z.string().regex(/^[^:\r\n\0]{1,255}$/, "must be text without a colon"),
  password: z.string().regex(plain, "must be one line of text"),
});

/** What can be said of a mirror at its creation and later. */
export const mirrorSettings = {
  /** An https address on a server of `GIT_REMOTES`. */
  url: z.string("is required"),
  /** Left out or null: the server's own of `GIT_REMOTES`. */
  credential: credential.nullable().optional(),
  /** Addresses of active people who administer the source: they alone may turn the mirror. */
  upstreamAdmins: z.array(z.string(), "is required").max(100),
};

export const MirrorPath = z.object({ repositoryId: z.string() });
