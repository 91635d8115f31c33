"use client";

import { useMemo } from "react";
import { useQueue } from "@/components/queue/use-queue";
import { useNow } from "@/components/ui/use-now";
import { clockText, waitsOf } from "@/lib/model/queue/waits";
import { TileLoading, TileError } from "./tile";

/** The figures of the queue, from the same live subject as its own screen. */
export default function QueueDepth() {
  const { rows, listed, health, offsetMs, words } = useQueue();
  const now = useNow() + offsetMs;
  const all = useMemo(() => [...rows.values()], [rows]);
  const away = useMemo(() => all.filter(({ claimedWorkerId }) => claimedWorkerId !== undefined).length, [all]);
  if (words.tone === "failed") return <TileError>{words.detail ?? "The queue can't be followed."}</TileError>;
  if (!listed || health.listedAtMs === undefined) {
    if (health.mode !== "failing") return <TileLoading failed={false} />;
    return <TileError>{health.message ?? "The queue can't be read at the moment."}</TileError>;
  }
  const waits = waitsOf(all, now);
  const state = health.mode === "failing" ? "as of the last answer" : words.tone === "live" ? undefined : words.words;
  return (
    <>
      <p className="font-semibold text-2xl tabular-nums">{all.length - away}</p>
      <p className="text-muted-foreground text-xs tabular-nums">
        {waits === undefined ? "Nothing waits" : `oldest for ${clockText(waits.oldestMs)}`}
        {away > 0 ? `; ${away} until a worker reconnects` : ""}
        {state === undefined ? "" : `; ${state}`}
      </p>
    </>
  );
}
