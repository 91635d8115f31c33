import { asc, eq } from "drizzle-orm";
import { AutomationBody, type AutomationInput } from "@/lib/contract/dashboard/automations/automation";
import { createLog } from "@/lib/core/log";
import { FakeClock } from "@/lib/core/testing/fake-clock";
import { automationFirings, automations } from "@/lib/server/db/automation-schema";
import { type AutomationRow, insertAutomation, lockAutomation } from "@/lib/server/db/automations";
import type { ClaimedFiring, FiringOutcome, FiringRow } from "@/lib/server/db/claim-firing";
import { agents } from "@/lib/server/db/index-schema";
import { type NewFiring, type RecordResult, recordFiring } from "@/lib/server/db/record-firing";
import type { Store } from "@/lib/server/db/store";
import { startTestStore } from "@/lib/server/db/testing/test-store";
import { addUser } from "@/lib/server/db/users";
import { runAllDue } from "./run-all-due";

const log = createLog({ program: "test", level: "silent" });
export const source = "test";
export const daily = { kind: "schedule", cron: "0 9 * * *", timeZone: "UTC", missed: "skip" } as const;
export const webhook = { kind: "webhook", authentication: "token" } as const;

/** Automations on a real database, with a clock and launches that a test controls. */
export class AutomationBench {
  clock = new FakeClock();
  /** Added to the clock: a clock that is set back. */
  skewMs = 0;
  owner = "";
  launched: ClaimedFiring[] = [];
  outcome: (claimed: ClaimedFiring) => FiringOutcome | undefined = () => undefined;

  private constructor(
    readonly store: Store,
    readonly close: () => Promise<void>,
  ) {}

  static async start(): Promise<AutomationBench> {
    const { store, close } = await startTestStore();
    const bench = new AutomationBench(store, close);
    await bench.reset();
    return bench;
  }

  /** Deletes everything, and begins on 2 March 2026 at 08:00 UTC with a new owner. */
  async reset(): Promise<void> {
    await this.store.database.delete(automations);
    await this.store.database.delete(agents);
    this.clock = new FakeClock();
    this.skewMs = 0;
    this.advanceTo("2026-03-02T08:00:00Z");
    this.launched = [];
    this.outcome = ({ firing }) => ({ state: "launched", agentId: firing.agentId ?? "" });
    this.owner = crypto.randomUUID();
    const email = `${this.owner}@x.example`;
    await addUser(this.store, {
      id: this.owner,
      email,
      displayName: "Ada",
      role: "operator",
      createdAt: this.now(),
    });
  }

  now(): Date {
    return new Date(this.clock.now() + this.skewMs);
  }

  advanceTo(iso: string): void {
    this.clock.advance(Date.parse(iso) - this.clock.now());
  }

  async add(more: Partial<AutomationInput> = {}): Promise<string> {
    const id = crypto.randomUUID();
    const body = AutomationBody.parse({
      name: `A ${id}`,
      prompt: "Do it",
      trigger: daily,
      launch: {},
      concurrency: { limit: 1, overflow: "skip" },
      ...more,
    });
    await insertAutomation(this.store, {
      id,
      source,
      ownerId: this.owner,
      body,
      sealedSecret: null,
      now: this.now(),
    });
    return id;
  }

  /** Runs what is due, in several processes at once. */
  async tick(processes = 3): Promise<void> {
    const { store } = this;
    const clock = { after: this.clock.after, now: () => this.now().getTime() };
    const launch = async (claimed: ClaimedFiring) => {
      this.launched.push(claimed);
      return this.outcome(claimed);
    };
    await Promise.all(Array.from({ length: processes }, () => runAllDue({ store, source, clock, log, launch })));
  }

  history(id: string): Promise<FiringRow[]> {
    return this.store.database
      .select()
      .from(automationFirings)
      .where(eq(automationFirings.automationId, id))
      .orderBy(asc(automationFirings.number));
  }

  async states(id: string): Promise<string[]> {
    return (await this.history(id)).map(({ state }) => state);
  }

  async automation(id: string): Promise<AutomationRow | undefined> {
    return (await this.store.database.select().from(automations).where(eq(automations.id, id)))[0];
  }

  /** Records a webhook. */
  async trigger(id: string, more: Partial<NewFiring> = {}): Promise<RecordResult> {
    return this.store.database.transaction(async (tx) => {
      const row = await lockAutomation(tx, id);
      if (!row) throw new Error("no automation");
      const firingId = crypto.randomUUID();
      const times = { dueAt: this.now(), now: this.now() };
      const base = { id: firingId, key: `webhook:${firingId}`, kind: "webhook" as const, ...times };
      return recordFiring(tx, row, { ...base, event: { payload: {} }, ...more });
    });
  }
}
