"use client";

import { useQuery } from "@tanstack/react-query";
import { rateLimitQuery } from "@/components/apps/app-queries";

const wholeNumber = new Intl.NumberFormat("en");
const lowShare = 0.2;

/** Warns when the dashboard's key has few points left in the hosting API's current rate limit window. */
export default function HostingRateLimit() {
  const core = useQuery(rateLimitQuery()).data?.resources.core;
  if (!core || core.remaining >= core.limit * lowShare) return null;
  const resets = new Date(core.reset * 1_000).toISOString().slice(11, 16);
  return (
    <p role="status" className="rounded-md border border-warning/40 bg-warning-soft p-3 text-sm">
      <span className="font-medium text-warning">Hosting rate limit is low.</span> {wholeNumber.format(core.remaining)}{" "}
      of {wholeNumber.format(core.limit)} points left. Resets at {resets} UTC. Merge status and checks can load slowly
      until then.
    </p>
  );
}
