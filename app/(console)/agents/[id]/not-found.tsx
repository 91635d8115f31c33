import { Bot } from "lucide-react";
import Link from "next/link";
import { Button } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { paths } from "@/lib/model/paths";

export default function AgentNotFound() {
  return (
    <>
      <h1 className="sr-only">Agent not found</h1>
      <EmptyState
        icon={Bot}
        title="Agent not found"
        action={
          <Button asChild>
            <Link href={paths.agents()}>View agents</Link>
          </Button>
        }
      >
        It may have been deleted, or the dashboard's API key doesn't have access to it.
      </EmptyState>
    </>
  );
}
