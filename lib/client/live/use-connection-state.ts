"use client";

import { useEffect, useState, useSyncExternalStore } from "react";
import { healthSubject } from "@/lib/model/live/subscription";
import { paths } from "@/lib/model/paths";
import { staleAfterMs } from "./live-source";
import { tabConnection } from "./tab-connection";
import { onConnectionChange } from "./use-live-label";

/** What a browser can't reach: anything, the dashboard, or the service behind it. */
export type ConnectionState = "connected" | "offline" | "dashboard-unreachable" | "service-unreachable";

/** The stream reconnects within this time when the dashboard restarts it, for example after a change of access. */
const reconnectGraceMs = 2_000;

/** The connection of this browser to the dashboard and to the service, on every page. */
export function useConnectionState(): ConnectionState {
  const isServiceDown = useServiceOutage();
  const isLost = useSettled(useSyncExternalStore(onConnectionChange, isReconnecting, () => false));
  const isSilent = useSyncExternalStore(onConnectionChange, isStale, () => false);
  const isOffline = useOffline();
  const isUnreachable = isLost || isSilent;
  if (isOffline === "confirmed" || (isOffline && isUnreachable)) return "offline";
  if (isUnreachable) return "dashboard-unreachable";
  return isServiceDown ? "service-unreachable" : "connected";
}

const isReconnecting = () => tabConnection().stateOf(healthSubject).state === "reconnecting";
const isStale = () => tabConnection().silentFor() > staleAfterMs;

function useServiceOutage(): boolean {
  const [isDown, setIsDown] = useState(false);
  useEffect(
    () =>
      tabConnection().watch(healthSubject, ({ data }) => {
        setIsDown(typeof data === "object" && data !== null && "service" in data && data.service !== "ok");
      }),
    [],
  );
  return isDown;
}

/** True once `value` has been true for the grace period. */
function useSettled(value: boolean): boolean {
  const [settled, setSettled] = useState(false);
  useEffect(() => {
    if (!value) return setSettled(false);
    const timer = setTimeout(() => setSettled(true), reconnectGraceMs);
    return () => clearTimeout(timer);
  }, [value]);
  return settled;
}

/** Whether the device has no network. A dashboard on the same machine may be reachable anyway; "confirmed" if it isn't. */
function useOffline(): "confirmed" | boolean {
  const [state, setState] = useState<"confirmed" | boolean>(false);
  useEffect(() => {
    const check = async () => {
      if (navigator.onLine) return setState(false);
      setState(true);
      const isReachable = await fetch(paths.health(), { cache: "no-store" }).then(
        () => true,
        () => false,
      );
      if (!navigator.onLine && !isReachable) setState("confirmed");
    };
    void check();
    window.addEventListener("offline", check);
    window.addEventListener("online", check);
    return () => {
      window.removeEventListener("offline", check);
      window.removeEventListener("online", check);
    };
  }, []);
  return state;
}
