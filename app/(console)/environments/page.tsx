import type { Metadata } from "next";
import { EnvironmentsScreen } from "@/components/environment/environments-screen";
import { roleAllows } from "@/lib/contract/operation";
import { requireUser } from "@/lib/server/auth/session";

export const metadata: Metadata = { title: "Environments" };

export default async function EnvironmentsPage() {
  const { name, email, role } = await requireUser();
  return <EnvironmentsScreen author={{ name: name || email, email }} canCommit={roleAllows(role, "operator")} />;
}
