import { and, eq, isNull } from "drizzle-orm";
import { updateMirror } from "@/lib/contract/admin/update-mirror";
import { implement } from "../../core/http/implement";
import { refuse } from "../../core/http/refusal";
import { mirrorJobs, mirrors } from "../../core/store/tables/mirrors";
import { mirrorBody, requirePeople, requireUpstreamUrl } from "./mirror-body";
import { lockStatus } from "./mirror-row";

/** What is left out stays. Somebody has attended to the mirror, so that it is tried again at once. */
export const updateMirrorOperation = implement(updateMirror, async ({ params, body }, service) => {
  const { repositoryId } = params;
  await mirrorBody(service, repositoryId);
  const { url, credential, upstreamAdmins } = body;
  if (url !== undefined) await requireUpstreamUrl(service, url);
  const admins = upstreamAdmins && (await requirePeople(service, upstreamAdmins));
  await service.db.transaction(async (tx) => {
    await lockStatus(tx, repositoryId);
    const now = service.clock.now();
    const changed = await tx
      .update(mirrors)
      .set({
        ...(url === undefined ? {} : { url }),
        ...(credential === undefined ? {} : { credential: credential && service.cipher.seal(credential) }),
        ...(admins === undefined ? {} : { upstreamAdmins: admins }),
        failures: 0,
        nextSyncAt: now,
      })
      .where(and(eq(mirrors.repositoryId, repositoryId), isNull(mirrors.detachedAt)))
      .returning({ id: mirrors.repositoryId });
    if (changed.length === 0) throw refuse.agents(409, "mirror_detached", "The mirror was cut from its source");
    await tx
      .update(mirrorJobs)
      .set({ status: "queued", phase: "queued", attemptCount: 0, nextAttemptAt: now, updatedAt: now })
      .where(and(eq(mirrorJobs.repositoryId, repositoryId), eq(mirrorJobs.status, "requires_attention")));
  });
  service.mirrors.wake();
  return mirrorBody(service, repositoryId);
});
