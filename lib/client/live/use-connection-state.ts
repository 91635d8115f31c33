"use client";

import { useEffect, useState, useSyncExternalStore } from "react";
import { isDashboardUp } from "@/lib/client/is-dashboard-up";
import { healthSubject } from "@/lib/model/live/subscription";
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
  const isLost = useSettled(useIsReconnecting());
  const isSilent = useSyncExternalStore(onConnectionChange, isStale, () => false);
  const network = useNetwork();
  const isUnreachable = isLost || isSilent;
  if (network === "unreachable" || (network === "offline" && isUnreachable)) return "offline";
  if (isUnreachable) return "dashboard-unreachable";
  return isServiceDown ? "service-unreachable" : "connected";
}

/** Whether the stream is broken, also for an instant. */
export function useIsReconnecting(): boolean {
  return useSyncExternalStore(onConnectionChange, isReconnecting, () => false);
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

/** Without a network, a dashboard on the same machine may be reachable anyway; it isn't in the last state. */
type Network = "online" | "offline" | "unreachable";

function useNetwork(): Network {
  const [network, setNetwork] = useState<Network>("online");
  useEffect(() => {
    const check = async () => {
      setNetwork(navigator.onLine ? "online" : "offline");
      if (!navigator.onLine && !(await isDashboardUp()) && !navigator.onLine) setNetwork("unreachable");
    };
    void check();
    window.addEventListener("offline", check);
    window.addEventListener("online", check);
    return () => {
      window.removeEventListener("offline", check);
      window.removeEventListener("online", check);
    };
  }, []);
  return network;
}
