import Link from "next/link";
import { Button } from "@/components/ui/button";
import { formatPart } from "@/lib/model/agent-query/query";
import { paths } from "@/lib/model/paths";

/** Leads to the list of a pool's agents. */
export function PoolAgentsLink({ pool }: { pool: string }) {
  const named = formatPart({ key: "env", not: false, values: [pool] });
  return (
    <Button asChild>
      <Link href={paths.agentsWhere(`env:pool ${named}`)} prefetch={false}>
        View agents
      </Link>
    </Button>
  );
}
