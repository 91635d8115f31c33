import type { Metadata } from "next";
import { RepositoriesScreen } from "@/components/repositories/repositories-screen";
import { requirePerson } from "@/lib/auth/session";
import { createMirror } from "@/lib/contract/admin/create-mirror";
import { roleAllows } from "@/lib/contract/operation";
import { createRepo } from "@/lib/contract/repohost/create-repo";
import { dashboardSettings } from "@/lib/upstream/dashboard-settings";

export const metadata: Metadata = { title: "Repositories" };

export default async function RepositoriesPage() {
  const { role, email } = await requirePerson();
  // Mirrors are made with the admin key, which the dashboard holds for the embedded service alone.
  const mayMirror = roleAllows(role, createMirror.role) && dashboardSettings().serviceUrl === undefined;
  return <RepositoriesScreen mayCreate={roleAllows(role, createRepo.role)} mirrorsAs={mayMirror ? email : undefined} />;
}
