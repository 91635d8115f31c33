import { Bot, SearchX } from "lucide-react";
import type { ReactNode } from "react";
import { Button } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { counted } from "@/lib/model/plural";

interface AgentsEmptyStateProps {
  /** Number of agents that the filter hides. */
  hiddenCount: number;
  filtered: boolean;
  newAgentButton: ReactNode;
  onClear: () => void;
}

/** Shown in place of an empty list: no agents exist, or the filter hides all of them. */
export default function AgentsEmptyState({ hiddenCount, filtered, newAgentButton, onClear }: AgentsEmptyStateProps) {
  if (hiddenCount === 0) {
    return (
      <EmptyState icon={Bot} title="No agents yet" action={newAgentButton}>
        An agent works on a repository in the cloud. Each prompt you send starts a run you can watch here.
      </EmptyState>
    );
  }
  return (
    <EmptyState icon={SearchX} title="No matching agents" action={<Button onClick={onClear}>Clear filter</Button>}>
      {filtered
        ? `${counted(hiddenCount, "agent")} hidden by the filter. Add archived:any to include archived agents.`
        : `All ${counted(hiddenCount, "agent")} are archived. Filter by archived:any to see them.`}
    </EmptyState>
  );
}
