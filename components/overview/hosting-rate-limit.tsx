"use client";

import { useQuery } from "@tanstack/react-query";
import { rateLimitQuery } from "@/components/apps/app-queries";
import { isUnsupported } from "@/lib/client/call-error";
import { TileError, TileLoading } from "./tile";

const wholeNumber = new Intl.NumberFormat("en");

/** Points the dashboard's key has left in the hosting API's current rate limit window. */
export default function HostingRateLimit() {
  const { data, error } = useQuery(rateLimitQuery());
  const core = data?.resources.core;
  if (!core) {
    if (!error) return <TileLoading hasError={false} />;
    return <TileError>{isUnsupported(error) ? "Hosting isn't available with this key." : error.message}</TileError>;
  }
  return (
    <>
      <p className="font-semibold text-2xl tabular-nums">
        {wholeNumber.format(core.remaining)}{" "}
        <span className="whitespace-nowrap font-normal text-base text-muted-foreground">
          / {wholeNumber.format(core.limit)}
        </span>
      </p>
      <p className="text-muted-foreground text-xs tabular-nums">
        resets at {new Date(core.reset * 1_000).toISOString().slice(11, 16)} UTC
      </p>
    </>
  );
}
