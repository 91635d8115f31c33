"use client";

const storageKey = "slipway.browser-notices";
const changed = "slipway:browser-notices";

export type BrowserNotices = "on" | "off" | "blocked" | "unsupported";

/** Whether this browser shows notices of its own when the tab is out of sight. */
export function browserNotices(): BrowserNotices {
  if (typeof Notification === "undefined") return "unsupported";
  if (Notification.permission === "denied") return "blocked";
  return Notification.permission === "granted" && localStorage.getItem(storageKey) === "on" ? "on" : "off";
}

export function onBrowserNotices(listener: () => void): () => void {
  window.addEventListener(changed, listener);
  window.addEventListener("storage", listener);
  return () => {
    window.removeEventListener(changed, listener);
    window.removeEventListener("storage", listener);
  };
}

/** Turns them on or off. The browser asks the person, so this is only ever called by a click. */
export async function setBrowserNotices(on: boolean): Promise<BrowserNotices> {
  if (on && typeof Notification !== "undefined" && Notification.permission === "default") {
    await Notification.requestPermission();
  }
  localStorage.setItem(storageKey, on ? "on" : "off");
  window.dispatchEvent(new Event(changed));
  return browserNotices();
}
