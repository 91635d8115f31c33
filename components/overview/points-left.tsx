"use client";

import { useQuery } from "@tanstack/react-query";
import { rateLimitQuery } from "@/components/apps/app-queries";
import { isUnsupported } from "@/lib/client/call-error";
import { TileLoading, TileProblem } from "./tile";

const exact = new Intl.NumberFormat("en");

/** What the dashboard's key may still ask of the hosting API in this minute. */
export default function PointsLeft() {
  const { data, error } = useQuery(rateLimitQuery());
  const core = data?.resources.core;
  if (!core) {
    if (!error) return <TileLoading failed={false} />;
    return (
      <TileProblem>
        {isUnsupported(error) ? "Hosting is not offered by this service or key." : error.message}
      </TileProblem>
    );
  }
  return (
    <>
      <p className="font-semibold text-2xl tabular-nums">
        {exact.format(core.remaining)}{" "}
        <span className="whitespace-nowrap font-normal text-base text-muted-foreground">
          / {exact.format(core.limit)}
        </span>
      </p>
      <p className="text-muted-foreground text-xs tabular-nums">
        all back by {new Date(core.reset * 1_000).toISOString().slice(11, 16)} UTC
      </p>
    </>
  );
}
