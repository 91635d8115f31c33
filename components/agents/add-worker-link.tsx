import Link from "next/link";
import { Button } from "@/components/ui/button";
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
    <Button asChild size="small" variant={isPrimary ? "primary" : "secondary"}>
      <Link href={paths.pool(pool)} prefetch={false} aria-label={`Add worker to ${pool}: ${name}`}>
        Add worker
      </Link>
    </Button>
  );
}
