"use client";

import { Bell, Keyboard, LogOut, Monitor, Moon, Sun } from "lucide-react";
import Link from "next/link";
import { useTheme } from "next-themes";
import { MenuItem, MenuRadioGroup, MenuRadioItem, MenuSeparator } from "@/components/ui/menu";
import { toast } from "@/components/ui/toast";
import { paths } from "@/lib/model/paths";
import { settingsPaths } from "@/lib/model/settings-paths";

const themes = [
  { value: "light", name: "Light", icon: Sun },
  { value: "dark", name: "Dark", icon: Moon },
  { value: "system", name: "System", icon: Monitor },
] as const;

/** The items of the user menu, loaded when it is first opened. */
export default function UserMenuItems({ onShortcuts }: { onShortcuts: () => void }) {
  const { theme: current, setTheme } = useTheme();
  const handleSignOut = () =>
    import("@/components/sign-in/auth")
      .then((auth) => auth.signOut())
      .then(
        () => window.location.assign(paths.signIn()),
        () => toast.error("Couldn't sign out. You're still signed in."),
      );
  return (
    <>
      <MenuRadioGroup label="Theme" value={current ?? "system"} onValue={setTheme}>
        {themes.map(({ value, name, icon: Icon }) => (
          <MenuRadioItem key={value} value={value}>
            <Icon aria-hidden />
            {name}
          </MenuRadioItem>
        ))}
      </MenuRadioGroup>
      <MenuSeparator />
      <MenuItem asChild>
        <Link href={settingsPaths.notifications()}>
          <Bell aria-hidden />
          Notifications
        </Link>
      </MenuItem>
      <MenuItem onSelect={onShortcuts}>
        <Keyboard aria-hidden />
        Keyboard shortcuts
      </MenuItem>
      <MenuItem onSelect={handleSignOut}>
        <LogOut aria-hidden />
        Sign out
      </MenuItem>
    </>
  );
}
