import type { Metadata } from "next";
import { RepositoriesScreen } from "@/components/repositories/repositories-screen";
import { createMirror } from "@/lib/contract/admin/mirrors/create-mirror";
import { createRepo } from "@/lib/contract/hosting/repositories/create-repo";
import { roleAllows } from "@/lib/contract/operation";
import { requireUser } from "@/lib/server/auth/session";
import { dashboardSettings } from "@/lib/server/dashboard-settings";

export const metadata: Metadata = { title: "Repositories" };

export default async function RepositoriesPage() {
  const { role, email } = await requireUser();
  // Creating mirrors requires the admin key, which the dashboard has only for the embedded service.
  const canMirror = roleAllows(role, createMirror.role) && dashboardSettings().serviceUrl === undefined;
  return (
    <RepositoriesScreen
      canCreate={roleAllows(role, createRepo.role)}
      mirrorAdminEmail={canMirror ? email : undefined}
    />
  );
}
