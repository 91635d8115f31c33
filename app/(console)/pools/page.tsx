import type { Metadata } from "next";
import { PoolsScreen } from "@/components/pools/pools-screen";
import { requirePerson } from "@/lib/auth/session";
import { roleAllows } from "@/lib/contract/operation";
import { registerPool } from "@/lib/contract/pools/register-pool";
import { workerStart } from "@/lib/upstream/worker-start";

export const metadata: Metadata = { title: "Pools" };

export default async function PoolsPage() {
  const { role } = await requirePerson();
  return <PoolsScreen start={await workerStart()} mayChange={roleAllows(role, registerPool.role)} />;
}
