import { Bot, SearchX } from "lucide-react";
import type { ReactNode } from "react";
import { Button } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { counted } from "@/lib/model/plural";

interface AgentsEmptyStateProps {
  /** How many agents there are that the filter does not show. */
  hidden: number;
  filtered: boolean;
  launch: ReactNode;
  onClear: () => void;
}

/** Why no agent is shown, and what to do. */
export default function AgentsEmptyState({ hidden, filtered, launch, onClear }: AgentsEmptyStateProps) {
  if (hidden === 0) {
    return (
      <EmptyState icon={Bot} title="No agents yet" action={launch}>
        An agent works on a repository in the cloud. Each prompt you send it is a run you can watch here.
      </EmptyState>
    );
  }
  return (
    <EmptyState icon={SearchX} title="No agent matches" action={<Button onClick={onClear}>Clear the filter</Button>}>
      {filtered
        ? `None of the ${counted(hidden, "agent")} fits all of the filter. Archived ones are shown with archived:any.`
        : `All ${counted(hidden, "agent")} are archived. Filter by archived:any to see them.`}
    </EmptyState>
  );
}
