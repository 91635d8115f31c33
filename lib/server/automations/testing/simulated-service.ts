import type { ClaimedFiring, FiringOutcome } from "@/lib/server/db/claim-firing";
import type { KillableProcess } from "@/lib/server/db/testing/killable-process";

/** What the simulation needs of a service: it keeps agents by id, like Create Agent. For tests. */
export class SimulatedService {
  /** The firings that agents were launched for, by agent id. */
  readonly agents = new Map<string, string>();
  readonly #byName = new Map<string, string>();

  /** Launches as `launch-firing.ts` does: with a chosen id, or without one and a lookup by name. */
  launcher(process: Pick<KillableProcess, "kill">, random: () => number) {
    return async ({ firing, automation, uncertain }: ClaimedFiring): Promise<FiringOutcome | undefined> => {
      const hasVariables = automation.launch.savedVariables.length > 0;
      const name = `${automation.id} #${firing.number}`;
      const id = firing.agentId ?? "";
      const known = uncertain ? (this.agents.has(id) ? id : this.#byName.get(name)) : undefined;
      if (known !== undefined) return { state: "launched", agentId: known };
      await Promise.resolve();
      if (random() < 0.01) process.kill();
      if (random() < 0.01)
        return { state: "waiting", problem: "unavailable", retryAt: new Date(firing.dueAt.getTime() + 60_000) };
      const agentId = hasVariables ? `bc-${crypto.randomUUID()}` : id;
      if (!this.agents.has(agentId)) {
        this.agents.set(agentId, firing.id);
        this.#byName.set(name, agentId);
      }
      // The response is lost, or the process ends before it can store it.
      if (random() < 0.01) return undefined;
      if (random() < 0.01) process.kill();
      return { state: "launched", agentId };
    };
  }
}
