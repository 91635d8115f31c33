"use client";

import { shortAge } from "@/components/ui/relative-time";
import { useHydrated } from "@/components/ui/use-hydrated";
import { useNow } from "@/components/ui/use-now";

/** A time in the future, with the exact UTC time as a tooltip. */
export function UpcomingTime({ iso }: { iso: string }) {
  const now = useNow();
  const exact = iso.replace("T", " ").replace(/(?:\.\d+)?Z/, " UTC");
  // The server doesn't know the browser's clock.
  const ms = useHydrated() ? Date.parse(iso) - now : undefined;
  const text = ms === undefined ? exact.slice(0, 16) : ms < 10_000 ? "now" : `in ${shortAge(ms)}`;
  return (
    <time dateTime={iso} title={exact}>
      {text}
    </time>
  );
}
