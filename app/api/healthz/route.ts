export const dynamic = "force-dynamic";

/** Liveness. Works under any host name and without a session, for supervisors. */
export function GET(): Response {
  return Response.json({ status: "ok" }, { headers: { "cache-control": "no-store" } });
}
