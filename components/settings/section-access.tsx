"use client";

import { ShieldX } from "lucide-react";
import { usePathname } from "next/navigation";
import type { ReactNode } from "react";
import { type Role, roleAllows } from "@/lib/contract/operation";
import { roleLabels } from "@/lib/model/role-labels";
import { sectionAt } from "./sections";

interface SectionAccessProps {
  /** The user's role. */
  role: Role;
  children: ReactNode;
}

/** Shows the current section, or which role it needs. */
export function SectionAccess({ role, children }: SectionAccessProps) {
  const section = sectionAt(usePathname());
  if (!section || roleAllows(role, section.role)) return children;
  return (
    <div className="max-w-content space-y-2 p-4 text-sm">
      <p className="flex items-center gap-2 font-medium">
        <ShieldX aria-hidden className="size-4 text-muted-foreground" />
        You need the {roleLabels[section.role]} role to open {section.name}.
      </p>
      <p className="text-muted-foreground">
        Your role is {roleLabels[role]}. Admins can change it in Settings → Users.
      </p>
    </div>
  );
}
