"use client";

import { localStore } from "@/components/ui/local-store";

const setting = localStore<"on" | "off">("browser-notices", {
  parse: (text) => (text === "on" ? "on" : "off"),
  format: (value) => value,
});

export type BrowserNotificationState = "on" | "off" | "blocked" | "unsupported";

/** Whether the browser shows notifications while the tab is hidden. */
export function browserNotificationState(): BrowserNotificationState {
  if (typeof Notification === "undefined") return "unsupported";
  if (Notification.permission === "denied") return "blocked";
  return Notification.permission === "granted" && setting.read() === "on" ? "on" : "off";
}

/** Turns browser notifications on or off. The browser may prompt for permission, so call this only from a click. */
export async function setBrowserNotifications(on: boolean): Promise<BrowserNotificationState> {
  if (on && typeof Notification !== "undefined" && Notification.permission === "default") {
    await Notification.requestPermission();
  }
  setting.write(on ? "on" : "off");
  return browserNotificationState();
}
