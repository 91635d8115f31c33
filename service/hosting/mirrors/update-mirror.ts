import { and, eq, isNull } from "drizzle-orm";
import { updateMirror } from "@/lib/contract/admin/mirrors/update-mirror";
import type { Context } from "../../core/context";
import { apiError } from "../../core/http/api-error";
import { implement } from "../../core/http/implement";
import { mirrorJobs, mirrors } from "../../core/store/tables/mirrors";
import type { WithRemotes } from "../../remotes/remotes";
import { mirrorBody, requireActiveUsers, requireUpstreamUrl } from "./mirror-body";
import { lockMirrorStatus } from "./mirror-row";
import type { WithMirrors } from "./with-mirrors";

/** Omitted fields are unchanged. Retries a failed sync immediately, since the update may have fixed it. */
export const updateMirrorOperation = implement(
  updateMirror,
  async ({ params, body }, context: Context & WithMirrors & WithRemotes) => {
    const { repositoryId } = params;
    await mirrorBody(context, repositoryId);
    const { url, credential, upstreamAdmins } = body;
    if (url !== undefined) await requireUpstreamUrl(context, url);
    const admins = upstreamAdmins && (await requireActiveUsers(context, upstreamAdmins));
    await context.db.transaction(async (tx) => {
      await lockMirrorStatus(tx, repositoryId);
      const now = context.clock.now();
      const changed = await tx
        .update(mirrors)
        .set({
          ...(url === undefined ? {} : { url }),
          ...(credential === undefined ? {} : { credential: credential && context.cipher.seal(credential) }),
          ...(admins === undefined ? {} : { upstreamAdmins: admins }),
          failures: 0,
          nextSyncAt: now,
        })
        .where(and(eq(mirrors.repositoryId, repositoryId), isNull(mirrors.detachedAt)))
        .returning({ id: mirrors.repositoryId });
      if (changed.length === 0) throw apiError.agents(409, "mirror_detached", "The mirror is detached");
      await tx
        .update(mirrorJobs)
        .set({ status: "queued", phase: "queued", attemptCount: 0, nextAttemptAt: now, updatedAt: now })
        .where(and(eq(mirrorJobs.repositoryId, repositoryId), eq(mirrorJobs.status, "requires_attention")));
    });
    context.mirrors.wake();
    return mirrorBody(context, repositoryId);
  },
);
