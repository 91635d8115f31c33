"use client";

import { usePathname } from "next/navigation";
import { PageHeader } from "@/components/ui/page-header";
import { settingsPaths } from "@/lib/model/settings-paths";
import { sectionAt } from "./sections";

const settings = { name: "Settings", path: settingsPaths.sessions() };

/** The title of the current section, or of a page below it. */
export function SettingsHeader() {
  const pathname = usePathname();
  const section = sectionAt(pathname);
  if (!section) return <PageHeader title="Settings" />;
  const { name, path } = section;
  return pathname === path ? (
    <PageHeader title={name} parents={[settings]} />
  ) : (
    <PageHeader title="Details" parents={[settings, { name, path }]} />
  );
}
