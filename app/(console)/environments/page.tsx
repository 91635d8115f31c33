import type { Metadata } from "next";
import { EnvironmentsScreen } from "@/components/environment/environments-screen";
import { FilePathProvider } from "@/components/environment/file-path";
import { roleAllows } from "@/lib/contract/operation";
import { environmentFilePath } from "@/lib/model/environment/repository-path";
import { requirePerson } from "@/lib/server/auth/session";
import { dashboardSettings } from "@/lib/server/dashboard-settings";

export const metadata: Metadata = { title: "Environments" };

export default async function EnvironmentsPage() {
  const { name, email, role } = await requirePerson();
  return (
    <FilePathProvider path={environmentFilePath(dashboardSettings().serviceName)}>
      <EnvironmentsScreen author={{ name: name || email, email }} canCommit={roleAllows(role, "operator")} />
    </FilePathProvider>
  );
}
