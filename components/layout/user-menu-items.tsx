"use client";

import { Bell, BellOff, Keyboard, LogOut, Monitor, Moon, Sun } from "lucide-react";
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
  { value: "system", name: "As the system", icon: Monitor },
] as const;

const noticeLabels: Record<BrowserNotificationState, string> = {
  on: "Stop browser notifications",
  off: "Notify me when runs end",
  blocked: "Notifications are blocked",
  unsupported: "No notifications here",
};

/** What the menu of the person holds; it comes when the menu is first opened. */
export default function UserMenuItems({ onShortcuts }: { onShortcuts: () => void }) {
  const { setTheme } = useTheme();
  const notices = useSyncExternalStore(onLocalChange, browserNotificationState, () => "off" as const);
  const switchNotices = () =>
    void setBrowserNotifications(notices !== "on").then((now) => {
      if (now === "blocked") toast.info("The browser does not allow notifications of this site.");
    });
  const leave = () =>
    import("@/components/sign-in/auth")
      .then((auth) => auth.signOut())
      .then(
        () => window.location.assign(paths.signIn()),
        () => toast.error("No answer came back: you are still signed in."),
      );
  return (
    <>
      <MenuLabel>Theme</MenuLabel>
      {themes.map(({ value, name, icon: Icon }) => (
        <MenuItem key={value} onSelect={() => setTheme(value)}>
          <Icon aria-hidden />
          {name}
        </MenuItem>
      ))}
      <MenuSeparator />
      <MenuItem onSelect={switchNotices} disabled={notices === "unsupported" || notices === "blocked"}>
        {notices === "on" ? <BellOff aria-hidden /> : <Bell aria-hidden />}
        {noticeLabels[notices]}
      </MenuItem>
      <MenuItem onSelect={onShortcuts}>
        <Keyboard aria-hidden />
        Keyboard shortcuts
      </MenuItem>
      <MenuItem onSelect={leave}>
        <LogOut aria-hidden />
        Sign out
      </MenuItem>
    </>
  );
}
