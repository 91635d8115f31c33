"use client";

import { lazy, Suspense } from "react";
import { patiently } from "@/lib/client/retry-import";
import { Tile, TileLoading } from "./tile";

const PointsLeft = lazy(() => patiently(() => import("./points-left")));

/** The budget that every call of the hosting API is taken from. */
export function PointsTile() {
  return (
    <Tile title="Hosting points left">
      <Suspense fallback={<TileLoading failed={false} />}>
        <PointsLeft />
      </Suspense>
    </Tile>
  );
}
