import Link from "next/link";
import type { Dimension } from "@/lib/contract/dashboard/dimensions";
import type { UsageGroup } from "@/lib/contract/dashboard/usage";
import { repositoryName } from "@/lib/model/agent-query/names";
import { paths } from "@/lib/model/paths";

const unknownLabels: Readonly<Record<Dimension, string>> = {
  repository: "Not read yet",
  model: "Not known: launched elsewhere",
  environment: "Not known",
  agent: "Not known",
};
const noneLabels: Readonly<Record<Dimension, string>> = {
  repository: "No repository",
  model: "The service's default",
  environment: "None",
  agent: "Unnamed",
};

/** What a group's runs have in common, in words. */
export function GroupLabel({ by, group }: { by: Dimension; group: UsageGroup }) {
  const { key, label } = group;
  if (key === null) return <span className="text-muted-foreground">{unknownLabels[by]}</span>;
  if (key === "") return <span className="text-muted-foreground">{noneLabels[by]}</span>;
  if (by === "agent") {
    return (
      <Link href={paths.agent(key)} className="underline-offset-2 hover:underline">
        {label || key}
      </Link>
    );
  }
  return by === "repository" ? <span title={key}>{repositoryName(key)}</span> : <span>{key}</span>;
}
