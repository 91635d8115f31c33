import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { WorkerScreen } from "@/components/pools/worker-screen";
import { roleAllows } from "@/lib/contract/operation";
import { releaseClaim } from "@/lib/contract/pools/release-claim";
import { decodedSegment } from "@/lib/model/decoded-segment";
import { requirePerson } from "@/lib/server/auth/session";

export const metadata: Metadata = { title: "Worker" };

export default async function WorkerPage({ params }: { params: Promise<{ id: string }> }) {
  const { role } = await requirePerson();
  const id = decodedSegment((await params).id) ?? notFound();
  return <WorkerScreen key={id} id={id} canRelease={roleAllows(role, releaseClaim.role)} />;
}
