import type { ReactNode } from "react";
import { PageHeader } from "@/components/layout/page-header";
import { SectionTabs } from "@/components/settings/section-tabs";
import { sections } from "@/components/settings/sections";
import { requirePerson } from "@/lib/auth/session";
import { roleAllows } from "@/lib/contract/operation";

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
