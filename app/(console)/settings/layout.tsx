import type { ReactNode } from "react";
import { SectionAccess } from "@/components/settings/section-access";
import { SectionNavigation } from "@/components/settings/section-navigation";
import { sections } from "@/components/settings/sections";
import { SecurityWarnings } from "@/components/settings/security-warnings";
import { SettingsHeader } from "@/components/settings/settings-header";
import { roleAllows } from "@/lib/contract/operation";
import { requireUser } from "@/lib/server/auth/session";
import { securityWarnings } from "@/lib/server/upstream/security-warnings";

export default async function SettingsLayout({ children }: { children: ReactNode }) {
  const user = await requireUser();
  const warnings = await securityWarnings(user);
  return (
    <>
      <SettingsHeader />
      <div className="flex flex-col md:min-h-[calc(100dvh-3rem)] md:flex-row">
        <SectionNavigation sections={sections.filter((section) => roleAllows(user.role, section.role))} />
        <div className="min-w-0 flex-1">
          {warnings.length > 0 ? (
            <div className="px-4 pt-4">
              <SecurityWarnings warnings={warnings} />
            </div>
          ) : null}
          <SectionAccess role={user.role}>{children}</SectionAccess>
        </div>
      </div>
    </>
  );
}
