import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { PoolScreen } from "@/components/pools/pool-screen";
import { roleAllows } from "@/lib/contract/operation";
import { claimPendingRequest } from "@/lib/contract/pools/claim-pending-request";
import { deregisterPool } from "@/lib/contract/pools/deregister-pool";
import { releaseClaim } from "@/lib/contract/pools/release-claim";
import { decodedSegment } from "@/lib/model/decoded-segment";
import { requireUser } from "@/lib/server/auth/session";
import { canMintRegistrations, workerStart } from "@/lib/server/upstream/worker-start";

interface Props {
  params: Promise<{ name: string }>;
}

const nameOf = async ({ params }: Props) => decodedSegment((await params).name) ?? notFound();

export async function generateMetadata(props: Props): Promise<Metadata> {
  return { title: `${await nameOf(props)} · Pool` };
}

export default async function PoolPage(props: Props) {
  const { role } = await requireUser();
  const name = await nameOf(props);
  return (
    <PoolScreen
      key={name}
      name={name}
      start={await workerStart()}
      canEdit={roleAllows(role, deregisterPool.role)}
      canClaim={roleAllows(role, claimPendingRequest.role)}
      canRelease={roleAllows(role, releaseClaim.role)}
      canMint={canMintRegistrations(role)}
    />
  );
}
