"use client";

import { ChevronsUpDown } from "lucide-react";
import { lazy, Suspense } from "react";
import { Menu, MenuLabel } from "@/components/ui/menu";
import { retryImport } from "@/lib/client/retry-import";
import type { Role } from "@/lib/contract/operation";
import { roleLabels } from "@/lib/model/role-labels";

const UserMenuItems = lazy(() => retryImport(() => import("./user-menu-items")));

export interface SignedInUser {
  name: string | null;
  email: string;
  role: Role;
}

export function UserMenu({ user, onShortcuts }: { user: SignedInUser; onShortcuts: () => void }) {
  return (
    <Menu
      align="start"
      trigger={
        <button
          type="button"
          className="flex w-full items-center gap-2 rounded-md px-2 py-1.5 text-left hover:bg-muted"
        >
          <span className="min-w-0 flex-1">
            <span className="block truncate text-sm">{user.name || user.email}</span>
            <span className="block truncate text-muted-foreground text-xs">{roleLabels[user.role]}</span>
          </span>
          <ChevronsUpDown aria-hidden className="size-3.5 text-muted-foreground" />
        </button>
      }
    >
      <Suspense fallback={<MenuLabel>Loading…</MenuLabel>}>
        <UserMenuItems onShortcuts={onShortcuts} />
      </Suspense>
    </Menu>
  );
}
