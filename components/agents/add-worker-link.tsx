import type { AgentRow } from "@/lib/contract/dashboard/agent-row";
import { paths } from "@/lib/model/paths";
import { ActionLink } from "./action-link";

interface AddWorkerLinkProps {
  env: AgentRow["env"];
  /** The agent's. */
  name: string;
  isPrimary?: boolean;
}

/** Leads to the command that starts a worker for a queued agent. */
export function AddWorkerLink({ env, name, isPrimary }: AddWorkerLinkProps) {
  if (env.type !== "pool") {
    return (
      <ActionLink href={paths.queue()} subject={name} isPrimary={isPrimary}>
        View queue
      </ActionLink>
    );
  }
  const pool = env.name ?? "default";
  return (
    <ActionLink href={paths.pool(pool)} subject={name} label={`Add worker to ${pool}`} isPrimary={isPrimary}>
      Add worker
    </ActionLink>
  );
}
