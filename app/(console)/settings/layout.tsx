import type { ReactNode } from "react";
import { SectionTabs } from "@/components/settings/section-tabs";
import { sections } from "@/components/settings/sections";
import { PageHeader } from "@/components/ui/page-header";
import { roleAllows } from "@/lib/contract/operation";
import { requirePerson } from "@/lib/server/auth/session";

export default async function SettingsLayout({ children }: { children: ReactNode }) {
  const { role } = await requirePerson();
  return (
    <>
      <PageHeader title="Settings" />
      <SectionTabs sections={sections.filter((section) => roleAllows(role, section.role))} />
      {children}
    </>
  );
}
