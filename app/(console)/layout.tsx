import type { ReactNode } from "react";
import { ConsoleShell } from "@/components/layout/console-shell";
import { requirePerson } from "@/lib/auth/session";

export default async function ConsoleLayout({ children }: { children: ReactNode }) {
  const { name, email, role } = await requirePerson();
  return <ConsoleShell person={{ name, email, role }}>{children}</ConsoleShell>;
}
