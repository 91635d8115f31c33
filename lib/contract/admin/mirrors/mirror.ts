import { z } from "zod";
import { mirrorStatuses } from "../../hosting/mirror";

/** A mirror's settings and last sync result; never its credential. */
export const Mirror = z.looseObject({
  repositoryId: z.string(),
  fullName: z.string(),
  url: z.string(),
  source: z.enum(["github", "git"]),
  sourceId: z.string(),
  /** `detached`: no longer a mirror. */
  status: z.enum([...mirrorStatuses, "initial", "detached"]),
  hasCredential: z.boolean(),
  /** Emails of the upstream admins. */
  upstreamAdmins: z.array(z.string()),
  lastSyncedAt: z.string().optional(),
  /** Present while syncing fails. */
  lastErrorCode: z.string().optional(),
  lastErrorMessage: z.string().optional(),
});
export type Mirror = z.infer<typeof Mirror>;

const plain = /^[^\r\n\0]{1,4096}$/;

const credential = z.strictObject({
  username: z.string().regex(/^[^:\r\n\0]{1,255}$/, "must be one line of text without colons"),
  password: z.string().regex(plain, "must be one line of text"),
});

/** Mirror settings accepted at creation and on update. */
export const mirrorSettings = {
  /** An https address on a server of `GIT_REMOTES`. */
  url: z.string("is required"),
  /** Absent or null: the server's credential from `GIT_REMOTES`. */
  credential: credential.nullable().optional(),
  /** Emails of active users who administer the upstream: only they can start mirror transitions. */
  upstreamAdmins: z.array(z.string(), "is required").max(100),
};

export const MirrorPath = z.object({ repositoryId: z.string() });
