import type { ReactNode } from "react";
import { SectionTabs } from "@/components/settings/section-tabs";
import { sections } from "@/components/settings/sections";
import { SecurityWarnings } from "@/components/settings/security-warnings";
import { PageHeader } from "@/components/ui/page-header";
import { roleAllows } from "@/lib/contract/operation";
import { requirePerson } from "@/lib/server/auth/session";
import { securityWarnings } from "@/lib/server/upstream/security-warnings";

export default async function SettingsLayout({ children }: { children: ReactNode }) {
  const person = await requirePerson();
  const warnings = await securityWarnings(person);
  return (
    <>
      <PageHeader title="Settings" />
      <SectionTabs sections={sections.filter((section) => roleAllows(person.role, section.role))} />
      {warnings.length > 0 ? (
        <div className="px-4 pt-4">
          <SecurityWarnings warnings={warnings} />
        </div>
      ) : null}
      {children}
    </>
  );
}
