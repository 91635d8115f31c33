import type { Context } from "../context";

/** `/healthz`: the process is up. `/readyz`: it can reach its database. Answers nothing for other paths. */
export async function health({ database }: Pick<Context, "database">, rawPath: string): Promise<Response | undefined> {
  if (rawPath === "/healthz") return Response.json({ status: "ok" });
  if (rawPath !== "/readyz") return undefined;
  const ready = await database.pool.query("select 1").then(
    () => true,
    () => false,
  );
  return Response.json({ status: ready ? "ready" : "the database does not answer" }, { status: ready ? 200 : 503 });
}
