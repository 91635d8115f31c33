import type { Metadata } from "next";
import { UsageScreen } from "@/components/usage/usage-screen";
import { requirePerson } from "@/lib/auth/session";
import { setPrices } from "@/lib/contract/dashboard/set-prices";
import { roleAllows } from "@/lib/contract/operation";

export const metadata: Metadata = { title: "Usage" };

export default async function UsagePage() {
  const person = await requirePerson();
  return <UsageScreen maySetPrices={roleAllows(person.role, setPrices.role)} />;
}
