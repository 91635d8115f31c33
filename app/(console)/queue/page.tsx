import type { Metadata } from "next";
import { QueueScreen } from "@/components/queue/queue-screen";
import { roleAllows } from "@/lib/contract/operation";
import { claimPendingRequest } from "@/lib/contract/pools/claim-pending-request";
import { releaseClaim } from "@/lib/contract/pools/release-claim";
import { requirePerson } from "@/lib/server/auth/session";
import { workerStart } from "@/lib/server/upstream/worker-start";

export const metadata: Metadata = { title: "Queue" };

export default async function QueuePage() {
  const { role } = await requirePerson();
  return (
    <QueueScreen
      start={await workerStart()}
      canClaim={roleAllows(role, claimPendingRequest.role)}
      canRelease={roleAllows(role, releaseClaim.role)}
    />
  );
}
