import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { WorkerScreen } from "@/components/pools/worker-screen";
import { roleAllows } from "@/lib/contract/operation";
import { releaseClaim } from "@/lib/contract/pools/release-claim";
import { decodedSegment } from "@/lib/model/decoded-segment";
import { requireUser } from "@/lib/server/auth/session";
import { canMintRegistrations, workerStart } from "@/lib/server/upstream/worker-start";

export const metadata: Metadata = { title: "Worker" };

export default async function WorkerPage({ params }: { params: Promise<{ id: string }> }) {
  const { role } = await requireUser();
  const id = decodedSegment((await params).id) ?? notFound();
  return (
    <WorkerScreen
      key={id}
      id={id}
      start={await workerStart()}
      canMint={canMintRegistrations(role)}
      canRelease={roleAllows(role, releaseClaim.role)}
    />
  );
}
