"use client";

import { useMemo } from "react";
import { useQueue } from "@/components/queue/use-queue";
import { useNow } from "@/components/ui/use-now";
import { clockText, waitStats } from "@/lib/model/queue/wait-stats";
import { TileLoading, TileProblem } from "./tile";

/** The figures of the queue, from the same live subject as its own screen. */
export default function QueueDepth() {
  const { rows, listed, health, offsetMs, connection } = useQueue();
  const now = useNow() + offsetMs;
  const all = useMemo(() => [...rows.values()], [rows]);
  const away = useMemo(() => all.filter(({ claimedWorkerId }) => claimedWorkerId !== undefined).length, [all]);
  if (connection.tone === "failed") return <TileProblem>{connection.detail ?? "Couldn't load the queue."}</TileProblem>;
  if (!listed || health.listedAtMs === undefined) {
    if (health.mode !== "failing") return <TileLoading failed={false} />;
    return <TileProblem>{health.message ?? "Couldn't load the queue."}</TileProblem>;
  }
  const waits = waitStats(all, now);
  const state = health.mode === "failing" ? "out of date" : connection.tone === "live" ? undefined : connection.words;
  return (
    <>
      <p className="font-semibold text-2xl tabular-nums">{all.length - away}</p>
      <p className="text-muted-foreground text-xs tabular-nums">
        {waits === undefined ? "Queue is empty" : `oldest for ${clockText(waits.oldestMs)}`}
        {away > 0 ? `; ${away} until a worker reconnects` : ""}
        {state === undefined ? "" : `; ${state}`}
      </p>
    </>
  );
}
