// @module-tag long

import fc from "fast-check";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { Operation } from "@/lib/contract/operation";
import { compilePath } from "@/lib/contract/path";
import { table } from "@/lib/contract/tables/service-table.generated";
import { closeCodes } from "@/lib/contract/worker-protocol/limits";
import { fromSchema } from "@/lib/core/testing/from-schema";
import {
  fuzzSettings,
  hostileAuthorization,
  hostileHeaders,
  hostileJson,
  hostileSegment,
  hostileText,
  type Json,
  mutated,
  packetLines,
} from "@/lib/core/testing/hostile";
import { type AuthorizationFixture, startAuthorization } from "../../users/testing/authorization-fixture";
import { connectFakeWorker, frames, outcome, registration } from "../../workers/connection/testing/worker-fixture";
import { FuzzSession, type RawRequest } from "./fuzz-session";

const { seed, count } = fuzzSettings(5);
const sample = <T>(arbitrary: fc.Arbitrary<T>, times = count): T[] => fc.sample(arbitrary, { seed, numRuns: times });

let fixture: AuthorizationFixture;
let session: FuzzSession;
let url = "";

beforeAll(async () => {
  fixture = await startAuthorization();
  url = fixture.hosted.test.url;
  session = new FuzzSession(seed);
});
afterAll(async () => {
  try {
    expect(session.finish("service")).toEqual([]);
  } finally {
    await fixture.hosted.close();
  }
});

/** A credential that the operation accepts. */
function keyOf({ credentials }: Operation): string {
  const { keys } = fixture.hosted.test;
  if (credentials.includes("user")) return keys.user;
  if (credentials.includes("serviceAccount")) return keys.serviceAccount;
  if (credentials.includes("app")) return fixture.app.app.jwt();
  return credentials.includes("installation") ? fixture.app.token : keys.admin;
}

interface Parts {
  params: Readonly<Record<string, string>>;
  query: Readonly<Record<string, string>>;
  body: Json | undefined;
}

/** A request that works, or one of the contract's form if none is known. */
async function validParts({ id, path, body }: Operation): Promise<fc.Arbitrary<Parts>> {
  const names = compilePath(path).segments.flatMap((part) => (part.kind === "literal" ? [] : [part.name]));
  const unknown = Object.fromEntries(names.map((name) => [name, "none"]));
  const known = await fixture.probe(id, false).catch(() => undefined);
  const params = { ...unknown, ...fixture.places.own, ...known?.params };
  const query = known?.query ?? {};
  const bodies = [
    ...(known?.body === undefined ? [] : [mutated(known.body as Json)]),
    ...(body ? [fromSchema(body).chain(mutated)] : []),
  ];
  const arbitraryBody = bodies.length > 0 ? fc.oneof(...bodies) : fc.constant(undefined);
  return arbitraryBody.map((each) => ({ params, query, body: keepsPool(id, each) }));
}

/** Agents wait in a pool without workers, so no input starts processes. */
function keepsPool(id: string, body: Json | undefined): Json | undefined {
  const isObject = typeof body === "object" && body !== null && !Array.isArray(body);
  return id === "createAgent" && isObject ? { ...body, env: { type: "pool", name: "gpu" } } : body;
}

const queryText = fc
  .array(
    fc.tuple(fc.constantFrom("limit", "pageSize", "pageToken", "cursor", "ref", "path", "sha", "q"), hostileSegment),
    {
      maxLength: 3,
    },
  )
  .map((pairs) => pairs.map(([name, value]) => `${name}=${value}`).join("&"));

/** A request with valid or malformed path segments, query, headers and credential. */
function requestOf(operation: Operation, parts: fc.Arbitrary<Parts>): fc.Arbitrary<RawRequest> {
  const segments = fc.array(fc.option(hostileSegment, { freq: 4 }), { minLength: 6, maxLength: 6 });
  const usual = fc.constant(`Bearer ${keyOf(operation)}`);
  return fc
    .record({
      parts,
      segments,
      query: fc.oneof(fc.constant(""), queryText),
      headers: fc.oneof({ weight: 2, arbitrary: fc.constant({}) }, { weight: 1, arbitrary: hostileHeaders }),
      authorization: fc.oneof({ weight: 8, arbitrary: usual }, { weight: 1, arbitrary: hostileAuthorization }),
    })
    .map(({ parts: { params, query: known, body }, query, headers, authorization, ...odd }) => {
      let at = 0;
      const path = operation.path.replaceAll(/\{(\w+)[+?]?\}/g, (_, name: string) => {
        at += 1;
        return odd.segments[at - 1] ?? encodeURIComponent(params[name] ?? "none");
      });
      const search = [String(new URLSearchParams(known)), query].filter(Boolean).join("&");
      const text = body === undefined ? undefined : JSON.stringify(body);
      return {
        method: operation.method,
        path: search ? `${path}?${search}` : path,
        headers: { ...(text === undefined ? {} : { "content-type": "application/json" }), ...headers, authorization },
        body: text,
      };
    });
}

it("handles malformed bodies, paths, queries, headers and credentials of every operation", async () => {
  for (const operation of table) {
    const requests = requestOf(operation, await validParts(operation));
    await session.send(url, operation.id, sample(requests));
  }
});

it("handles malformed paths, methods and bodies that aren't JSON", async () => {
  const { keys } = fixture.hosted.test;
  const requests = fc.record({
    method: fc.constantFrom("GET", "POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS"),
    path: fc
      .tuple(
        fc.constantFrom(
          "/",
          "/v1/",
          "/v0/",
          "/admin/v1/",
          "/v1/repohost/repos/acme/",
          "/artifacts/",
          "/tarballs/",
          "//",
        ),
        fc.array(hostileSegment, { maxLength: 4 }),
      )
      .map(([root, parts]) => root + parts.join("/")),
    headers: hostileHeaders.map((headers) => ({ ...headers, authorization: `Bearer ${keys.user}` })),
    body: fc.oneof(
      hostileText,
      hostileText.map((text) => `{"a":${text}`),
      fc.constantFrom("[".repeat(100_000), '{"a":'.repeat(50_000), '"\\ud800"', "\ufeff{}"),
    ),
  });
  await session.send(url, "any path", sample(requests, count * 20));
});

it("handles malformed credentials, JWTs and app signatures", async () => {
  const { app } = fixture.app;
  const signed = fc
    .tuple(fc.dictionary(fc.constantFrom("alg", "kid", "typ", "crit", "b64"), hostileJson), claimsOf)
    .map(([header, claims]) => `Bearer ${app.jwt(claims, header)}`);
  const paths = [
    "/v1/me",
    "/v1/repohost/app",
    "/v0/private-workers",
    "/acme/widgets.git/info/refs?service=git-upload-pack",
  ];
  const requests = fc
    .tuple(fc.constantFrom(...paths), fc.oneof(signed, hostileAuthorization))
    .map(([path, authorization]) => ({ method: "GET", path, headers: { authorization } }));
  await session.send(url, "credentials", sample(requests, count * 20));
});

const claimsOf = fc.dictionary(fc.constantFrom("iss", "aud", "iat", "exp", "nbf", "sub"), hostileJson);

it("handles malformed resume points and signed links", async () => {
  const { keys } = fixture.hosted.test;
  const { params } = await fixture.probe("streamRun", false);
  const stream = `/v1/agents/${params?.id}/runs/${params?.runId}/stream`;
  const authorization = `Bearer ${keys.user}`;
  const resume = hostileHeaders.chain((headers) =>
    hostileText.map((text) => ({
      method: "GET",
      path: stream,
      headers: { ...headers, "last-event-id": text.replaceAll(/[^\x20-\x7e]/g, "?"), authorization },
    })),
  );
  const watch = hostileSegment.map((cursor) => ({
    method: "GET",
    path: `/v0/private-workers/pending-requests/stream?cursor=${cursor}`,
    headers: { authorization: `Bearer ${keys.serviceAccount}` },
  }));
  const link = fc
    .tuple(fc.constantFrom("artifacts", "tarballs"), fc.array(hostileSegment, { minLength: 5, maxLength: 5 }))
    .map(([root, [name, digest, holder, expires, signature]]) => ({
      method: "GET",
      path: `/${root}/${params?.id}/${name}?digest=${digest}&holder=${holder}&expires=${expires}&signature=${signature}`,
      headers: {},
    }));
  await session.send(url, "resume points", sample(fc.oneof(resume, watch, link), count * 20));
});

it("handles malformed git packet lines", async () => {
  const authorization = `Basic ${Buffer.from(`x-access-token:${fixture.hosted.test.keys.user}`).toString("base64")}`;
  const requests = fc
    .tuple(
      fc.constantFrom("git-upload-pack", "git-receive-pack"),
      packetLines,
      fc.constantFrom("", "version=2", "version=9"),
    )
    .map(([service, body, protocol]) => ({
      method: "POST",
      path: `/acme/widgets.git/${service}`,
      headers: { authorization, "content-type": `application/x-${service}-request`, "git-protocol": protocol },
      body,
    }));
  await session.send(url, "packet lines", sample(requests, count * 4));
});

it("closes worker connections that send malformed messages as violations", async () => {
  const runId = "run-00000000-0000-4000-8000-000000000000";
  const messages = fc.oneof(
    ...[
      registration({ pool: "gpu", workerId: "fuzz", versions: [2, 1] }),
      frames(runId, 1, "x"),
      outcome(runId, 0),
      { type: "credential", id: 0, runId },
      { type: "decline", runId, reason: "x" },
      { type: "ports", runId, ports: [3000] },
      { type: "stream-opened", streamId: 1 },
      { type: "stream-credit", streamId: 1, bytes: 1 },
      { type: "stream-end", streamId: 1 },
    ].map((message) => mutated(JSON.parse(JSON.stringify(message))).map((value) => JSON.stringify(value) ?? "")),
    hostileText,
  );
  const known: ReadonlySet<number> = new Set(Object.values(closeCodes));
  for (const sent of sample(fc.array(messages, { minLength: 1, maxLength: 4 }), count * 4)) {
    session.count();
    const worker = await connectFakeWorker(url, fixture.hosted.test.keys.serviceAccount);
    for (const text of sent) worker.sendText(text);
    worker.sendText("{");
    const { code } = await worker.closed;
    if (known.has(code) && code !== closeCodes.failed) continue;
    session.fail(`worker messages: closed with ${code} for ${JSON.stringify(sent).slice(0, 800)}`);
  }
});
