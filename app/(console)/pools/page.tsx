import type { Metadata } from "next";
import { PoolsScreen } from "@/components/pools/pools-screen";
import { roleAllows } from "@/lib/contract/operation";
import { registerPool } from "@/lib/contract/pools/register-pool";
import { requirePerson } from "@/lib/server/auth/session";
import { workerStart } from "@/lib/server/upstream/worker-start";

export const metadata: Metadata = { title: "Pools" };

export default async function PoolsPage() {
  const { role } = await requirePerson();
  return <PoolsScreen start={await workerStart()} canEdit={roleAllows(role, registerPool.role)} />;
}
