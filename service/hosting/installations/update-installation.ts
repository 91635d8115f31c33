import { and, eq, isNotNull, isNull } from "drizzle-orm";
import { updateInstallation } from "@/lib/contract/admin/installations/update-installation";
import { implement } from "../../core/http/implement";
import { installations } from "../../core/store/tables/apps";
import { recordAppInstallationEvent } from "./installation-event";
import { installationBody } from "./installation-row";
import { requireInstallation } from "./require-installation";

/** Suspends or unsuspends an installation. Does nothing if it is already in that state. */
export const updateInstallationOperation = implement(updateInstallation, async ({ params, body }, context) => {
  const { installation } = await requireInstallation(context, params.installationId);
  const { id } = installation;
  const now = context.clock.now();
  await context.db.transaction(async (tx) => {
    const differs = body.suspended ? isNull(installations.suspendedAt) : isNotNull(installations.suspendedAt);
    const changed = await tx
      .update(installations)
      .set({ suspendedAt: body.suspended ? now : null, updatedAt: now })
      .where(and(eq(installations.id, id), differs))
      .returning({ id: installations.id });
    if (changed.length === 0) return;
    await recordAppInstallationEvent(
      tx,
      context,
      body.suspended ? "installation.suspended" : "installation.unsuspended",
      id,
    );
  });
  return installationBody(await requireInstallation(context, params.installationId));
});
