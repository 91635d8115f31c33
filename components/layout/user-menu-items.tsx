"use client";

import { Bell, BellOff, Check, Keyboard, LogOut, Monitor, Moon, Sun } from "lucide-react";
import { useTheme } from "next-themes";
import { useSyncExternalStore } from "react";
import {
  type BrowserNotificationState,
  browserNotificationState,
  setBrowserNotifications,
} from "@/components/notifications/browser-notifications";
import { onLocalChange } from "@/components/ui/local-store";
import { MenuItem, MenuLabel, MenuSeparator } from "@/components/ui/menu";
import { toast } from "@/components/ui/toast";
import { paths } from "@/lib/model/paths";

const themes = [
  { value: "light", name: "Light", icon: Sun },
  { value: "dark", name: "Dark", icon: Moon },
  { value: "system", name: "System", icon: Monitor },
] as const;

const noticeLabels: Record<BrowserNotificationState, string> = {
  on: "Turn off browser notifications",
  off: "Notify me when runs finish",
  blocked: "Notifications are blocked",
  unsupported: "Notifications aren't supported",
};

/** The items of the user menu, loaded when it is first opened. */
export default function UserMenuItems({ onShortcuts }: { onShortcuts: () => void }) {
  const { theme: current, setTheme } = useTheme();
  const notices = useSyncExternalStore(onLocalChange, browserNotificationState, () => "off" as const);
  const toggleNotifications = () =>
    void setBrowserNotifications(notices !== "on").then((now) => {
      if (now === "blocked") toast.info("Notifications for this site are blocked in the browser.");
    });
  const handleSignOut = () =>
    import("@/components/sign-in/auth")
      .then((auth) => auth.signOut())
      .then(
        () => window.location.assign(paths.signIn()),
        () => toast.error("Couldn't sign out. You're still signed in."),
      );
  return (
    <>
      <MenuLabel>Theme</MenuLabel>
      {themes.map(({ value, name, icon: Icon }) => (
        <MenuItem key={value} onSelect={() => setTheme(value)}>
          <Icon aria-hidden />
          <span className="flex-1">{name}</span>
          {current === value ? <Check aria-label="current" role="img" /> : null}
        </MenuItem>
      ))}
      <MenuSeparator />
      <MenuItem onSelect={toggleNotifications} disabled={notices === "unsupported" || notices === "blocked"}>
        {notices === "on" ? <BellOff aria-hidden /> : <Bell aria-hidden />}
        {noticeLabels[notices]}
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
