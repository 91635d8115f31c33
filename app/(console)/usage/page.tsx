import type { Metadata } from "next";
import { UsageScreen } from "@/components/usage/usage-screen";
import { setPrices } from "@/lib/contract/dashboard/prices/set-prices";
import { roleAllows } from "@/lib/contract/operation";
import { requireUser } from "@/lib/server/auth/session";

export const metadata: Metadata = { title: "Usage" };

export default async function UsagePage() {
  const user = await requireUser();
  return <UsageScreen canSetPrices={roleAllows(user.role, setPrices.role)} />;
}
