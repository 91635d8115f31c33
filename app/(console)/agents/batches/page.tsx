import type { Metadata } from "next";
import { BatchesScreen } from "@/components/batches/batches-screen";
import { createBatch } from "@/lib/contract/dashboard/batches/create-batch";
import { roleAllows } from "@/lib/contract/operation";
import { requireUser } from "@/lib/server/auth/session";

export const metadata: Metadata = { title: "Batches" };

export default async function BatchesPage() {
  const { role } = await requireUser();
  return <BatchesScreen canOperate={roleAllows(role, createBatch.role)} />;
}
