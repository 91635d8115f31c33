import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import { describe } from "@/lib/contract/openapi/describe";
import { describeHosting } from "@/lib/contract/openapi/describe-hosting";
import { table } from "@/lib/contract/tables/service-table.generated";
import { projectRoot } from "@/lib/core/settings/project-root";
import type { Context } from "../core/context";
import type { Implementation } from "../core/http/implement";

const Package = z.object({ version: z.string() });

interface Generated {
  text: string;
  tag: string;
}

function generated(description: unknown): Generated {
  const text = JSON.stringify(description);
  return { text, tag: `"${createHash("sha256").update(text).digest("base64url").slice(0, 22)}"` };
}

/** The descriptions by path: of everything, and of the hosting API in the form of its contract. */
async function generate({ settings }: Pick<Context, "settings">, implementations: readonly Implementation<never>[]) {
  const { version } = Package.parse(JSON.parse(await readFile(join(projectRoot, "package.json"), "utf8")));
  const { servicePublicUrl: serviceUrl, serviceName, repohostPrefix } = settings;
  const options = { serviceUrl, serviceName, only: new Set(implementations.map(({ operation }) => operation.id)) };
  return new Map([
    ["/openapi.json", generated(describe(table, { ...options, version }))],
    [`${repohostPrefix}/openapi.json`, generated(describeHosting(table, options))],
  ]);
}

/**
 * `GET /openapi.json`: the OpenAPI 3.1 description of the implemented operations, and `GET /v1/repohost/openapi.json`: the OpenAPI
 * 3.2 description of the hosting API, both without authentication. Generated once, on the first request. Returns `undefined` for
 * other requests.
 */
export function createOpenApiRoute(
  context: Pick<Context, "settings">,
  implementations: readonly Implementation<never>[],
) {
  let all: ReturnType<typeof generate> | undefined;
  return async (request: Request, rawPath: string): Promise<Response | undefined> => {
    if (!rawPath.endsWith("/openapi.json") || request.method !== "GET") return undefined;
    all ??= generate(context, implementations);
    const found = (await all).get(rawPath);
    if (!found) return undefined;
    // Clients revalidate every time, so that they never use the description of an older service version.
    const headers = { etag: found.tag, "cache-control": "no-cache" };
    if (request.headers.get("if-none-match") === found.tag) return new Response(null, { status: 304, headers });
    return new Response(found.text, { headers: { ...headers, "content-type": "application/json" } });
  };
}
