import fc from "fast-check";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { Operation } from "@/lib/contract/operation";
import { fromSchema } from "@/lib/core/testing/from-schema";
import { fuzzSettings, hostileSegment, hostileText, type Json, mutated } from "@/lib/core/testing/hostile";
import { startVariableFixture, type VariableFixture } from "@/lib/server/variables/testing/variable-fixture";
import { dashboardOperations } from "./operations.generated";

const { seed, count } = fuzzSettings(3);
const slowMs = 5_000;

let own: VariableFixture;
beforeAll(async () => {
  own = await startVariableFixture();
});
afterAll(() => own.stop());

interface Input {
  path: string;
  body: Json | undefined;
}

const textOf = (value: Json): string => (typeof value === "string" ? value : JSON.stringify(value)).toWellFormed();

/** A query, valid or not, without what leaves it unchanged. */
const searchOf = (query: Json): string =>
  typeof query === "object" && query !== null && !Array.isArray(query)
    ? String(new URLSearchParams(Object.entries(query).map(([name, value]) => [name, textOf(value)])))
    : "";

function inputsOf({ path, query, body }: Operation): fc.Arbitrary<Input> {
  const segment = fc.oneof({ weight: 3, arbitrary: fc.uuid() }, { weight: 1, arbitrary: hostileSegment });
  const odd = fc.dictionary(fc.constantFrom("limit", "cursor", "from", "to", "q"), hostileText, { maxKeys: 2 });
  const bodies: fc.Arbitrary<Json | undefined> = body ? fromSchema(body).chain(mutated) : fc.constant(undefined);
  return fc
    .record({
      segments: fc.array(segment, { minLength: 4, maxLength: 4 }),
      query: fc.oneof(fromSchema(query), odd),
      body: bodies,
    })
    .map(({ segments, ...rest }) => {
      let at = 0;
      const called = path.replaceAll(/\{\w+[+?]?\}/g, () => segments[at++] ?? "none").slice("/dashboard".length);
      const search = searchOf(rest.query);
      return { path: search ? `${called}?${search}` : called, body: rest.body };
    });
}

it("handles malformed bodies, paths and queries of every dashboard operation", {
  timeout: (count + 3) * 60_000,
}, async () => {
  const admin = await own.someone("Root", "admin");
  const problems: string[] = [];
  let inputs = 0;
  let slowest = 0;
  for (const { operation } of dashboardOperations) {
    for (const { path, body } of fc.sample(inputsOf(operation), { seed, numRuns: count })) {
      inputs += 1;
      const started = process.cpuUsage();
      const outcome = await own
        .call(admin, operation.method, path, body)
        .then(async (response) => {
          await response.arrayBuffer();
          return response.status < 500 || response.status === 503 ? undefined : response.status;
        })
        .catch((error: Error) => error.message);
      const { user, system } = process.cpuUsage(started);
      slowest = Math.max(slowest, (user + system) / 1_000);
      if (outcome === undefined) continue;
      problems.push(`${operation.id}: ${outcome} for ${path.slice(0, 300)} ${JSON.stringify(body)?.slice(0, 500)}`);
    }
  }
  process.stdout.write(`fuzz dashboard: ${inputs} inputs, seed ${seed}, slowest ${Math.round(slowest)} ms\n`);
  expect(problems).toEqual([]);
  expect(slowest).toBeLessThan(slowMs);
});
