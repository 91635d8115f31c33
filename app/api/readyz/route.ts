import { dashboardReadiness } from "@/lib/server/readiness/dashboard-readiness";

export const dynamic = "force-dynamic";

/** Readiness. Reports which dependency isn't ready, without details. */
export async function GET(): Promise<Response> {
  const { ready, parts } = await dashboardReadiness();
  return Response.json(
    { status: ready ? "ready" : "not ready", ...parts },
    { status: ready ? 200 : 503, headers: { "cache-control": "no-store" } },
  );
}
