import { countMembers } from "@/lib/server/db/batches";
import { claimMember } from "@/lib/server/db/claim-batch-member";
import { type BatchParts, launchMember } from "./launch-member";
import { reconcileMembers } from "./reconcile-member";

/** Each launch reserves resources of the service, so a process makes only a few at a time. */
const concurrency = 3;

/** Launches all waiting agents of batches. Each is claimed first, so it is launched once even if several processes try. */
export async function launchDueMembers(parts: BatchParts): Promise<void> {
  await Promise.all(Array.from({ length: concurrency }, () => launchUntilEmpty(parts)));
  await reconcileMembers(parts);
}

async function launchUntilEmpty(parts: BatchParts): Promise<void> {
  const { store, source, service, log } = parts;
  for (;;) {
    const claimed = await claimMember(store, source, new Date(service.clock.now()));
    if (!claimed) return;
    try {
      await launchMember(parts, claimed, await countMembers(store, claimed.batch.id));
    } catch (error) {
      // The claim is reconciled later.
      log.warn({ err: error, batch: claimed.batch.id }, "couldn't launch an agent of a batch");
    }
  }
}
