import { eq } from "drizzle-orm";
import { createAgent } from "@/lib/contract/agents/create-agent";
import { listRuns } from "@/lib/contract/agents/list-runs";
import { createLog } from "@/lib/core/log";
import { followUps } from "@/lib/server/db/follow-up-schema";
import { type FollowUpRow, insertFollowUp } from "@/lib/server/db/follow-ups";
import { addUser } from "@/lib/server/db/users";
import { IndexBench } from "@/lib/server/index/testing/index-bench";
import { startTestService, type TestService } from "@/service/testing/test-service";
import { type FollowUpParts, sendNextFollowUp } from "../send-follow-up";

const source = "test";

/** Queues of messages by one user, with an index and a service; for tests. */
export class FollowUpBench {
  readonly userId = crypto.randomUUID();
  readonly parts: FollowUpParts;

  private constructor(
    readonly service: TestService,
    readonly index: IndexBench,
  ) {
    const log = createLog({ program: "test", level: "silent" });
    this.parts = { store: index.store, service: index.service, source, log, secret: async () => "secret" };
  }

  static async start(): Promise<FollowUpBench> {
    const service = await startTestService();
    const bench = new FollowUpBench(service, await IndexBench.start(service.url, service.keys.user));
    const author = { id: bench.userId, email: "ada@x.example", displayName: "Ada", role: "operator" as const };
    await addUser(bench.index.store, { ...author, createdAt: new Date() });
    return bench;
  }

  async close(): Promise<void> {
    await this.index.close();
    await this.service.close();
  }

  async launch(text: string): Promise<{ agentId: string; runId: string }> {
    const { agent, run } = await this.service.call(createAgent, { body: { prompt: { text } } });
    return { agentId: agent.id, runId: run.id };
  }

  /** An agent whose first run has finished. */
  async finished(): Promise<string> {
    const { agentId, runId } = await this.launch("first");
    await this.service.stream(agentId, runId);
    return agentId;
  }

  /** Waits until the index has the end of an agent's first run. */
  async untilIndexed(agentId: string): Promise<void> {
    this.index.run();
    await this.index.until((rows) => {
      if (rows.find(({ id }) => id === agentId)?.run?.status !== "FINISHED") throw new Error("not indexed yet");
    });
    await this.index.stop();
  }

  async queue(agentId: string, text: string, sealed: string | null = null): Promise<string> {
    const id = crypto.randomUUID();
    const rest = { images: 0, mcpServers: 0, sealed, createdAt: new Date() };
    await insertFollowUp(this.index.store, { id, source, agentId, userId: this.userId, text, ...rest });
    return id;
  }

  async messages(agentId: string): Promise<FollowUpRow[]> {
    const rows = await this.index.store.database.select().from(followUps).where(eq(followUps.agentId, agentId));
    return rows.sort((a, b) => a.position - b.position);
  }

  async states(agentId: string): Promise<FollowUpRow["state"][]> {
    return (await this.messages(agentId)).map(({ state }) => state);
  }

  async runsOf(id: string) {
    return (await this.service.call(listRuns, { params: { id }, query: {} })).items;
  }

  /** Tries to send the next message of an agent, like several processes at once. */
  async sendRepeatedly(agentId: string): Promise<void> {
    await Promise.all([1, 2, 3, 4, 5].map(() => sendNextFollowUp(this.parts, agentId)));
  }
}
