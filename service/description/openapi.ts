import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import { describe } from "@/lib/contract/openapi/describe";
import { table } from "@/lib/contract/tables/service-table.generated";
import { projectRoot } from "@/lib/core/settings/project-root";
import type { Context } from "../core/context";
import type { Implementation } from "../core/http/implement";

const Package = z.object({ version: z.string() });

async function write({ settings }: Pick<Context, "settings">, implementations: readonly Implementation<never>[]) {
  const { version } = Package.parse(JSON.parse(await readFile(join(projectRoot, "package.json"), "utf8")));
  const text = JSON.stringify(
    describe(table, {
      serviceUrl: settings.servicePublicUrl,
      serviceName: settings.serviceName,
      version,
      only: new Set(implementations.map(({ operation }) => operation.id)),
    }),
  );
  return { text, tag: `"${createHash("sha256").update(text).digest("base64url").slice(0, 22)}"` };
}

/**
 * `GET /openapi.json`: what this service implements, as OpenAPI 3.1, for anybody who reaches it. Written once, at the
 * first request. Answers nothing for other requests.
 */
export function createDescription(
  context: Pick<Context, "settings">,
  implementations: readonly Implementation<never>[],
) {
  let written: ReturnType<typeof write> | undefined;
  return async (request: Request, rawPath: string): Promise<Response | undefined> => {
    if (rawPath !== "/openapi.json" || request.method !== "GET") return undefined;
    written ??= write(context, implementations);
    const { text, tag } = await written;
    // Revalidated each time, so that a newer service is never read by an older description.
    const headers = { etag: tag, "cache-control": "no-cache" };
    if (request.headers.get("if-none-match") === tag) return new Response(null, { status: 304, headers });
    return new Response(text, { headers: { ...headers, "content-type": "application/json" } });
  };
}
