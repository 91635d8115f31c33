"use client";

import { lazy, Suspense } from "react";
import { paths } from "@/lib/model/paths";
import { Tile, TileLoading } from "./tile";

/** The live channel's code comes after the page. */
const QueueDepth = lazy(() => import("./queue-depth"));

/** How many agents wait for a worker at this moment, and for how long the first of them has. */
export function QueueTile() {
  return (
    <Tile title="Waiting for a worker" href={paths.queue()}>
      <Suspense fallback={<TileLoading failed={false} />}>
        <QueueDepth />
      </Suspense>
    </Tile>
  );
}
