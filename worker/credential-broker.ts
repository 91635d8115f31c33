import type { FromService } from "@/lib/contract/worker-protocol/from-service";
import type { FromWorker } from "@/lib/contract/worker-protocol/from-worker";
import { RunFailure } from "@/runner/limits/run-failure";

type CredentialResponse = Extract<FromService, { type: "credential" }>;

/** Requests git credentials from the service. Pending requests are resent on a new connection. */
export interface CredentialBroker {
  /** Rejects with the service's reason if it denies the request. */
  request(runId: string): Promise<{ username: string; password: string }>;
  received(response: CredentialResponse): void;
  resend(): void;
  /** Drops the pending requests of a run that has ended. */
  forget(runId: string): void;
}

export function createCredentialBroker(send: (message: FromWorker) => void): CredentialBroker {
  const pendingRequests = new Map<number, { runId: string; settle(response: CredentialResponse): void }>();
  let next = 1;
  return {
    request(runId) {
      return new Promise((resolve, reject) => {
        const id = next;
        next += 1;
        const settle = ({ credential, reason }: CredentialResponse) => {
          if (credential) resolve(credential);
          else reject(new RunFailure("repository_access", reason ?? "the service provided no git credential"));
        };
        pendingRequests.set(id, { runId, settle });
        send({ type: "credential", id, runId });
      });
    },
    received(response) {
      pendingRequests.get(response.id)?.settle(response);
      pendingRequests.delete(response.id);
    },
    resend() {
      for (const [id, { runId }] of pendingRequests) send({ type: "credential", id, runId });
    },
    forget(runId) {
      for (const [id, pending] of pendingRequests) if (pending.runId === runId) pendingRequests.delete(id);
    },
  };
}
