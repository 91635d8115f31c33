import { Layers } from "lucide-react";
import Link from "next/link";
import type { ReactNode } from "react";
import { Button } from "@/components/ui/button";
import { PageHeader } from "@/components/ui/page-header";
import { paths } from "@/lib/model/paths";
import { NewAgentButton } from "./new-agent-button";

export function AgentsHeader({ canOperate, detail }: { canOperate: boolean; detail?: ReactNode }) {
  return (
    <PageHeader
      title="Agents"
      detail={detail}
      actions={
        <>
          <Button asChild variant="ghost" size="small">
            <Link href={paths.batches()} prefetch={false}>
              <Layers aria-hidden />
              Batches
            </Link>
          </Button>
          {canOperate ? <NewAgentButton /> : null}
        </>
      }
    />
  );
}
