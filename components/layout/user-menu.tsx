"use client";

import { ChevronsUpDown, Keyboard, LogOut, Monitor, Moon, Sun } from "lucide-react";
import { signOut } from "next-auth/react";
import { useTheme } from "next-themes";
import { Menu, MenuItem, MenuLabel, MenuSeparator } from "@/components/ui/menu";
import { paths } from "@/lib/paths";
import type { ShellPerson } from "./console-shell";

const themes = [
  { value: "light", name: "Light", icon: Sun },
  { value: "dark", name: "Dark", icon: Moon },
  { value: "system", name: "As the system", icon: Monitor },
] as const;

export function UserMenu({ person, onShortcuts }: { person: ShellPerson; onShortcuts: () => void }) {
  const { setTheme } = useTheme();
  return (
    <Menu
      align="start"
      trigger={
        <button
          type="button"
          className="flex w-full items-center gap-2 rounded-md px-2 py-1.5 text-left hover:bg-muted"
        >
          <span className="min-w-0 flex-1">
            <span className="block truncate text-sm">{person.name || person.email}</span>
            <span className="block truncate text-muted-foreground text-xs">{person.role}</span>
          </span>
          <ChevronsUpDown aria-hidden className="size-3.5 text-muted-foreground" />
        </button>
      }
    >
      <MenuLabel>Theme</MenuLabel>
      {themes.map(({ value, name, icon: Icon }) => (
        <MenuItem key={value} onSelect={() => setTheme(value)}>
          <Icon aria-hidden />
          {name}
        </MenuItem>
      ))}
      <MenuSeparator />
      <MenuItem onSelect={onShortcuts}>
        <Keyboard aria-hidden />
        Keyboard shortcuts
      </MenuItem>
      <MenuItem onSelect={() => signOut({ callbackUrl: paths.signIn() })}>
        <LogOut aria-hidden />
        Sign out
      </MenuItem>
    </Menu>
  );
}
