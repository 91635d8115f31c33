import { once } from "node:events";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { startTestDatabase } from "@/postgres/testing/test-server";
import { startServiceProgram } from "@/service/testing/service-program";
import { Keys } from "../settings/keys";
import { cleanAttributes, withoutSecrets } from "./start-tracing";

const Value = z.object({ stringValue: z.string().optional(), intValue: z.union([z.number(), z.string()]).optional() });
const Spans = z.object({
  resourceSpans: z.array(
    z.object({
      resource: z.object({ attributes: z.array(z.object({ key: z.string(), value: Value })) }),
      scopeSpans: z.array(
        z.object({
          spans: z.array(
            z.object({
              name: z.string(),
              traceId: z.string(),
              spanId: z.string(),
              parentSpanId: z.string().optional(),
              attributes: z.array(z.object({ key: z.string(), value: z.unknown() })),
            }),
          ),
        }),
      ),
    }),
  ),
});

/** A collector that speaks OTLP/HTTP with JSON. */
async function startCollector() {
  const bodies: string[] = [];
  const server = createServer(async (request, response) => {
    let body = "";
    for await (const chunk of request) body += chunk;
    if (request.url === "/v1/traces") bodies.push(body);
    response.writeHead(200, { "content-type": "application/json" }).end("{}");
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const bound = server.address();
  const port = typeof bound === "object" && bound ? bound.port : 0;
  const groups = () => bodies.flatMap((body) => Spans.parse(JSON.parse(body)).resourceSpans);
  return {
    url: `http://127.0.0.1:${port}`,
    text: () => bodies.join("\n"),
    resources: () => groups().flatMap(({ resource }) => resource.attributes),
    spans: () => groups().flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans)),
    close: () => server.close(),
  };
}

describe("traces", () => {
  let collector: Awaited<ReturnType<typeof startCollector>>;
  let postgres: Awaited<ReturnType<typeof startTestDatabase>>;
  let dataDir = "";
  beforeAll(async () => {
    collector = await startCollector();
    postgres = await startTestDatabase("service");
    dataDir = await mkdtemp(join(tmpdir(), "slipway-traces-"));
  });
  afterAll(async () => {
    collector.close();
    await postgres.stop();
    await rm(dataDir, { recursive: true, force: true });
  });

  it("of a service have a span for each request, query and git command, and no secrets", {
    tags: ["long"],
  }, async () => {
    const service = await startServiceProgram({
      DATA_DIR: dataDir,
      DATABASE_URL: postgres.url,
      DEMO: "1",
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
      OTEL_BSP_SCHEDULE_DELAY: "100",
    });
    try {
      const keys = Keys.parse(JSON.parse(await readFile(service.ready.keysFile, "utf8")));
      const traceId = "0af7651916cd43dd8448eb211c80319c";
      const call = async (path: string, body?: object) => {
        const response = await fetch(`${service.ready.url}${path}`, {
          method: body ? "POST" : "GET",
          headers: {
            authorization: `Bearer ${keys.user}`,
            "content-type": "application/json",
            traceparent: `00-${traceId}-b7ad6b7169203331-01`,
          },
          ...(body ? { body: JSON.stringify(body) } : {}),
        });
        expect(response.ok).toBe(true);
        return response.json();
      };
      await call("/v1/agents?limit=1");
      const secret = "s3cret-of-a-test";
      const repos = [{ url: `${service.ready.url}/demo/orders` }];
      const { agent, run } = await call("/v1/agents", {
        prompt: { text: "Say hello." },
        repos,
        envVars: { API_TOKEN: secret },
      });
      await (
        await fetch(`${service.ready.url}/v1/agents/${agent.id}/runs/${run.id}/stream`, {
          headers: { authorization: `Bearer ${keys.user}` },
        })
      ).text();
      const named = (name: string | RegExp) =>
        collector.spans().filter((span) => (typeof name === "string" ? span.name === name : name.test(span.name)));
      await expect.poll(() => named("run").length, { timeout: 60_000 }).toBe(1);

      const [list] = named("GET /v1/agents");
      expect(list).toMatchObject({ traceId, parentSpanId: "b7ad6b7169203331" });
      expect(list?.attributes).toContainEqual({ key: "http.response.status_code", value: { intValue: 200 } });
      expect(named("select agents").some((span) => span.parentSpanId === list?.spanId)).toBe(true);
      // The run belongs to the request that started it.
      expect(named("run")[0]).toMatchObject({ traceId });
      expect(named(/^git (clone|fetch|init)$/).some((span) => span.traceId === traceId)).toBe(true);
      expect(collector.resources()).toContainEqual({ key: "service.name", value: { stringValue: "slipway-service" } });
      for (const hidden of [secret, keys.user, keys.serviceAccount, "limit=1", "Say hello"]) {
        expect(collector.text()).not.toContain(hidden);
      }
    } finally {
      await service.kill();
    }
  });

  it("aren't recorded, and nothing is loaded, without an endpoint", async () => {
    const source = await readFile("dist/service.mjs", "utf8");
    expect(source).not.toMatch(/^import .*@opentelemetry/m);
    expect(source).toMatch(/import\("@opentelemetry\/api"\)/);
  });

  it.each([
    ["/sign-in?token=abc", "/sign-in"],
    ["fetch GET https://hooks.example.com/services/T0/B0/secret", "fetch GET https://hooks.example.com"],
    ["http://user:password@127.0.0.1:4100/v1/agents?cursor=x", "http://127.0.0.1:4100"],
    ["GET /answer/s3cret", "GET /answer/"],
    ["GET /agents/[id]", "GET /agents/[id]"],
  ])("URLs in names lose what can be secret: %s", (text, expected) => {
    expect(withoutSecrets(text)).toBe(expected);
  });

  it("attributes with URLs lose what can be secret", () => {
    const attributes = { "http.target": "/sign-in?token=abc", "url.query": "token=abc", "http.status_code": 200 };
    expect(cleanAttributes(attributes)).toEqual({ "http.target": "/sign-in", "url.query": "" });
  });
});
