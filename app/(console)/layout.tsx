import type { ReactNode } from "react";
import { FilePathProvider } from "@/components/environment/file-path";
import { ConsoleShell } from "@/components/layout/console-shell";
import { screenIcons } from "@/components/layout/screen-icons";
import { environmentFilePath } from "@/lib/model/environment/repository-path";
import { requireUser } from "@/lib/server/auth/session";
import { dashboardSettings } from "@/lib/server/dashboard-settings";

export default async function ConsoleLayout({ children }: { children: ReactNode }) {
  const { name, email, role } = await requireUser();
  return (
    <ConsoleShell user={{ name, email, role }} icons={screenIcons}>
      <FilePathProvider path={environmentFilePath(dashboardSettings().serviceName)}>{children}</FilePathProvider>
    </ConsoleShell>
  );
}
