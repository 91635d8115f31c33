import { eq } from "drizzle-orm";
import { drizzle } from "drizzle-orm/node-postgres";
import { pgTable, text } from "drizzle-orm/pg-core";
import pg from "pg";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { createLog } from "@/lib/core/log";
import { FakeClock } from "@/lib/core/testing/fake-clock";
import { startTestPostgres } from "@/postgres/testing/test-server";
import { createLeases } from "./lease";
import { leaseColumns } from "./tables/lease-columns";

const jobs = pgTable("jobs", { id: text().primaryKey(), ...leaseColumns });
const forMs = 60_000;
const log = createLog({ program: "test", level: "silent" });
const clock = new FakeClock();
let postgres: Awaited<ReturnType<typeof startTestPostgres>>;
let pool: pg.Pool;

beforeAll(async () => {
  postgres = await startTestPostgres();
  pool = new pg.Pool({ connectionString: postgres.url });
  await pool.query("create table jobs (id text primary key, leased_by text, leased_until bigint)");
});
beforeEach(async () => {
  await pool.query("truncate jobs");
  await pool.query("insert into jobs values ('job')");
});
afterAll(async () => {
  await pool.end();
  await postgres.stop();
});

const leasesOf = (instance: string) =>
  createLeases({ db: drizzle({ client: pool }), clock, log, instance }, { table: jobs, key: jobs.id, forMs });

describe("row leases", () => {
  it("grants one of many concurrent claims, and the next one after a release", async () => {
    const services = ["a", "b", "c"].map(leasesOf);
    const claims = await Promise.all(services.map((leases) => leases.claim("job", {})));
    expect(claims.filter(Boolean)).toHaveLength(1);
    await Promise.all(services.map((leases) => leases.release("job")));
    expect(await leasesOf("d").claim("job", {})).toBe(true);
  });

  it("respects the condition, and only allows repeated claims with `again`", async () => {
    const leases = leasesOf("a");
    expect(await leases.claim("job", { where: eq(jobs.id, "other") })).toBe(false);
    expect(await leases.claim("job", {})).toBe(true);
    expect(await leases.claim("job", {})).toBe(false);
    expect(await leases.claim("job", { again: true })).toBe(true);
    expect(await leasesOf("b").claim("job", { again: true })).toBe(false);
  });

  it("expires only when it is no longer renewed", async () => {
    const leases = leasesOf("a");
    await leases.claim("job", {});
    const stop = leases.keep("job");
    clock.advance(forMs - 1_000);
    const renewed = async () =>
      (await pool.query("select 1 from jobs where leased_until > $1", [clock.now() + 50_000])).rowCount;
    await expect.poll(renewed).toBe(1);
    clock.advance(2_000);
    expect(await leasesOf("b").claim("job", {})).toBe(false);
    stop();
    clock.advance(forMs + 1_000);
    expect(await leasesOf("b").claim("job", {})).toBe(true);
  });

  it("reports a lease that another service took over", async () => {
    const leases = leasesOf("a");
    await leases.claim("job", {});
    let lost = false;
    const stop = leases.keep("job", () => {
      lost = true;
    });
    await pool.query("update jobs set leased_by = 'b'");
    clock.advance(forMs / 6);
    await expect.poll(() => lost).toBe(true);
    stop();
  });

  it("reports a lease that expired because the database was unreachable", async () => {
    const broken = new pg.Pool({ connectionString: postgres.url });
    const db = drizzle({ client: broken });
    const leases = createLeases({ db, clock, log, instance: "a" }, { table: jobs, key: jobs.id, forMs });
    await leases.claim("job", {});
    let reason: unknown;
    const stop = leases.keep("job", (error) => {
      reason = error;
    });
    await broken.end();
    clock.advance(forMs / 6);
    await new Promise((resolve) => setImmediate(resolve));
    expect(reason).toBeUndefined();
    clock.advance(forMs);
    await expect.poll(() => reason).toBeInstanceOf(Error);
    stop();
  });
});
