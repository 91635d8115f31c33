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

async function generate({ settings }: Pick<Context, "settings">, implementations: readonly Implementation<never>[]) {
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
 * `GET /openapi.json`: the OpenAPI 3.1 description of the implemented operations, without authentication. Generated once,
 * on the first request. Returns `undefined` for other requests.
 */
export function createOpenApiRoute(
  context: Pick<Context, "settings">,
  implementations: readonly Implementation<never>[],
) {
  let generated: ReturnType<typeof generate> | undefined;
  return async (request: Request, rawPath: string): Promise<Response | undefined> => {
    if (rawPath !== "/openapi.json" || request.method !== "GET") return undefined;
    generated ??= generate(context, implementations);
    const { text, tag } = await generated;
    // Clients revalidate every time, so that they never use the description of an older service version.
    const headers = { etag: tag, "cache-control": "no-cache" };
    if (request.headers.get("if-none-match") === tag) return new Response(null, { status: 304, headers });
    return new Response(text, { headers: { ...headers, "content-type": "application/json" } });
  };
}
