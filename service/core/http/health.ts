import type { Context } from "../context";

/** Handles `/healthz` (the process is up) and `/readyz` (the database responds). Returns undefined for other paths. */
export async function health({ database }: Pick<Context, "database">, rawPath: string): Promise<Response | undefined> {
  if (rawPath === "/healthz") return Response.json({ status: "ok" });
  if (rawPath !== "/readyz") return undefined;
  const ready = await database.pool.query("select 1").then(
    () => true,
    () => false,
  );
  return Response.json({ status: ready ? "ready" : "database unavailable" }, { status: ready ? 200 : 503 });
}
