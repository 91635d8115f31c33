"use client";

import { useMemo } from "react";
import { useQueue } from "@/components/queue/use-queue";
import { useNow } from "@/components/ui/use-now";
import { clockText, waitStats } from "@/lib/model/queue/wait-stats";
import { TileError, TileLoading } from "./tile";

/** Queue size and oldest wait, from the same live subject as the queue screen. */
export default function QueueDepth() {
  const { rows, listed, health, offsetMs, connection } = useQueue();
  const now = useNow() + offsetMs;
  const all = useMemo(() => [...rows.values()], [rows]);
  const awaitingReconnect = useMemo(
    () => all.filter(({ claimedWorkerId }) => claimedWorkerId !== undefined).length,
    [all],
  );
  if (connection.tone === "failed") return <TileError>{connection.detail ?? "Couldn't load the queue."}</TileError>;
  if (!listed || health.listedAtMs === undefined) {
    if (health.mode !== "failing") return <TileLoading hasError={false} />;
    return <TileError>{health.message ?? "Couldn't load the queue."}</TileError>;
  }
  const waits = waitStats(all, now);
  const state = health.mode === "failing" ? "out of date" : connection.tone === "live" ? undefined : connection.text;
  return (
    <>
      <p className="font-semibold text-2xl tabular-nums">{all.length - awaitingReconnect}</p>
      <p className="text-muted-foreground text-xs tabular-nums">
        {waits === undefined ? "Queue is empty" : `oldest ${clockText(waits.oldestMs)}`}
        {awaitingReconnect > 0 ? `; ${awaitingReconnect} waiting for a worker to reconnect` : ""}
        {state === undefined ? "" : `; ${state}`}
      </p>
    </>
  );
}
