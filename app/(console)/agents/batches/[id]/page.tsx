import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { BatchScreen } from "@/components/batches/batch-screen";
import { archiveAgent } from "@/lib/contract/agents/archive-agent";
import { roleAllows } from "@/lib/contract/operation";
import { decodedSegment } from "@/lib/model/decoded-segment";
import { requireUser } from "@/lib/server/auth/session";

export const metadata: Metadata = { title: "Batch" };

interface Props {
  params: Promise<{ id: string }>;
}

export default async function BatchPage({ params }: Props) {
  const { role } = await requireUser();
  const id = decodedSegment((await params).id) ?? notFound();
  return <BatchScreen id={id} canOperate={roleAllows(role, archiveAgent.role)} />;
}
