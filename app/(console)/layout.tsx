import type { ReactNode } from "react";
import { ConsoleShell } from "@/components/layout/console-shell";
import { screenIcons } from "@/components/layout/screen-icons";
import { requirePerson } from "@/lib/server/auth/session";

export default async function ConsoleLayout({ children }: { children: ReactNode }) {
  const { name, email, role } = await requirePerson();
  return (
    <ConsoleShell person={{ name, email, role }} icons={screenIcons}>
      {children}
    </ConsoleShell>
  );
}
