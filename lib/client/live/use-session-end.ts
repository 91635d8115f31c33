"use client";

import { useEffect, useSyncExternalStore } from "react";
import { hasSessionEnded, onSessionChange, setSessionEnded } from "@/lib/client/session-end";
import { healthSubject, liveAddress } from "@/lib/model/live/subscription";
import { paths } from "@/lib/model/paths";
import { tabConnection } from "./tab-connection";

/** True from the end of the session, found by a call or by the live connection, until the user has signed in again. */
export function useSessionEnd(): boolean {
  const hasEnded = useSyncExternalStore(onSessionChange, hasSessionEnded, () => false);
  useEffect(followLiveConnection, []);
  useEffect(() => (hasEnded ? checkOnReturn() : undefined), [hasEnded]);
  return hasEnded;
}

function followLiveConnection(): () => void {
  let hasFailed = false;
  return tabConnection().onStateChange(() => {
    const { state } = tabConnection().stateOf(healthSubject);
    if (state === "failed") setSessionEnded(true);
    // A stream can outlive the cookie of its session, so only one that failed before shows that there is a new session.
    else if (state === "live" && hasFailed) setSessionEnded(false);
    else return;
    hasFailed = state === "failed";
  });
}

const checkEveryMs = 5_000;

/** Checks for a new session when the user comes back to this tab, and while it is visible. */
function checkOnReturn(): () => void {
  const stopping = new AbortController();
  const { signal } = stopping;
  const check = async () => {
    if (document.visibilityState !== "visible") return;
    const address = liveAddress(paths.live(), [{ subject: healthSubject, resumeAfter: undefined }]);
    const response = await fetch(address, { signal, cache: "no-store" }).catch(() => undefined);
    void response?.body?.cancel();
    if (!response?.ok || signal.aborted) return;
    tabConnection().retry(healthSubject);
    setSessionEnded(false);
  };
  window.addEventListener("focus", check, { signal });
  document.addEventListener("visibilitychange", check, { signal });
  const timer = setInterval(check, checkEveryMs);
  return () => {
    clearInterval(timer);
    stopping.abort();
  };
}
