import type { FromService } from "@/lib/contract/worker-protocol/from-service";
import type { FromWorker } from "@/lib/contract/worker-protocol/from-worker";
import { RunFailure } from "@/service/runner/run-failure";

type Answer = Extract<FromService, { type: "credential" }>;

/** Requests git credentials from the service; open requests are repeated on a new connection. */
export interface CredentialBroker {
  /** Rejects with the service's reason when it refuses. */
  ask(runId: string): Promise<{ username: string; password: string }>;
  answered(answer: Answer): void;
  askAgain(): void;
  /** Drops the open requests of a run that is over. */
  forget(runId: string): void;
}

export function createCredentialBroker(send: (message: FromWorker) => void): CredentialBroker {
  const open = new Map<number, { runId: string; settle(answer: Answer): void }>();
  let next = 1;
  return {
    ask(runId) {
      return new Promise((resolve, reject) => {
        const id = next;
        next += 1;
        const settle = ({ credential, reason }: Answer) => {
          if (credential) resolve(credential);
          else reject(new RunFailure("repository_access", reason ?? "the service gave no git credential"));
        };
        open.set(id, { runId, settle });
        send({ type: "credential", id, runId });
      });
    },
    answered(answer) {
      open.get(answer.id)?.settle(answer);
      open.delete(answer.id);
    },
    askAgain() {
      for (const [id, { runId }] of open) send({ type: "credential", id, runId });
    },
    forget(runId) {
      for (const [id, pending] of open) if (pending.runId === runId) open.delete(id);
    },
  };
}
