import { Layers, Zap } from "lucide-react";
import Link from "next/link";
import { ActorLabel } from "@/components/actor-names/actor-label";
import { Badge } from "@/components/ui/badge";
import type { AgentProfile } from "@/lib/contract/dashboard/agents/get-agent-profile";
import { formatPart } from "@/lib/model/agent-query/query";
import { paths } from "@/lib/model/paths";

interface LaunchFactsProps {
  profile: Pick<AgentProfile, "labels" | "batch" | "automation" | "owner"> | undefined;
}

/** Labels of an agent, and what or who launched it. */
export function LaunchFacts({ profile }: LaunchFactsProps) {
  if (!profile) return null;
  const { labels, batch, automation, owner } = profile;
  return (
    <>
      {labels.map((label) => (
        <Link
          key={label}
          href={paths.agentsWhere(formatPart({ key: "label", not: false, values: [label] }))}
          prefetch={false}
        >
          <Badge tone="neutral">{label}</Badge>
        </Link>
      ))}
      {batch ? (
        <Link href={paths.batch(batch.id)} prefetch={false} title={`Batch: ${batch.name}`}>
          <Badge tone="neutral">
            <Layers aria-hidden />
            Batch
          </Badge>
        </Link>
      ) : null}
      {automation ? (
        <Link href={paths.automation(automation.id)} prefetch={false} title={`Automation: ${automation.name}`}>
          <Badge tone="neutral">
            <Zap aria-hidden />
            Automation
          </Badge>
        </Link>
      ) : null}
      {owner ? (
        <span className="inline-flex min-w-0 items-center gap-1">
          <span className="shrink-0">Launched by</span>
          <ActorLabel name={owner.name} />
        </span>
      ) : null}
    </>
  );
}
