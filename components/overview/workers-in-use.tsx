"use client";

import { useQuery } from "@tanstack/react-query";
import { workerSummaryQuery } from "@/components/workers/worker-summary-query";
import { isUnsupported } from "@/lib/client/call-error";
import { TileError, TileLoading } from "./tile";

/** How many of the team's connected workers are in use. */
export default function WorkersInUse() {
  const { data, error } = useQuery(workerSummaryQuery);
  const team = data?.teamSummary;
  const share = team && team.totalConnected > 0 ? Math.round((team.inUse / team.totalConnected) * 100) : undefined;
  return (
    <>
      {team ? (
        <>
          <p className="font-semibold text-2xl">
            {team.inUse}
            <span className="font-normal text-base text-muted-foreground"> / {team.totalConnected}</span>
          </p>
          {share === undefined ? (
            <p className="text-muted-foreground text-xs">No workers connected</p>
          ) : (
            <div className="flex items-center gap-2 text-muted-foreground text-xs">
              <progress
                aria-label="Share of workers in use"
                value={team.inUse}
                max={team.totalConnected}
                className="h-1.5 min-w-0 flex-1"
              />
              {share}%
            </div>
          )}
        </>
      ) : null}
      {!data && error ? (
        <TileError>{isUnsupported(error) ? "Worker pools aren't available with this key." : error.message}</TileError>
      ) : null}
      {!data && !error ? <TileLoading hasError={false} /> : null}
    </>
  );
}
