export const dynamic = "force-dynamic";

/** Up. Asked by supervisors under any host name, without a session. */
export function GET(): Response {
  return Response.json({ status: "ok" }, { headers: { "cache-control": "no-store" } });
}
