import type { Metadata } from "next";
import { CapacityScreen } from "@/components/capacity/capacity-screen";
import { roleAllows } from "@/lib/contract/operation";
import { claimPendingRequest } from "@/lib/contract/pools/claim-pending-request";
import { registerPool } from "@/lib/contract/pools/register-pool";
import { releaseClaim } from "@/lib/contract/pools/release-claim";
import { requireUser } from "@/lib/server/auth/session";
import { canMintRegistrations, workerStart } from "@/lib/server/upstream/worker-start";

export const metadata: Metadata = { title: "Capacity" };

export default async function CapacityPage() {
  const { role } = await requireUser();
  return (
    <CapacityScreen
      start={await workerStart()}
      canEdit={roleAllows(role, registerPool.role)}
      canClaim={roleAllows(role, claimPendingRequest.role)}
      canRelease={roleAllows(role, releaseClaim.role)}
      canMint={canMintRegistrations(role)}
    />
  );
}
