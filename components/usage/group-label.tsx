import Link from "next/link";
import type { Dimension } from "@/lib/contract/dashboard/usage/dimensions";
import type { UsageGroup } from "@/lib/contract/dashboard/usage/usage";
import { environmentLabel } from "@/lib/model/agent-environment";
import { repositoryName } from "@/lib/model/hosting/address-names";
import { paths } from "@/lib/model/paths";

const unknownLabels: Readonly<Record<Dimension, string>> = {
  repository: "Unknown",
  model: "Unknown (not launched from this dashboard)",
  environment: "Unknown",
  owner: "Unknown owner",
  agent: "Unknown",
};
const noneLabels: Readonly<Record<Dimension, string>> = {
  repository: "No repository",
  model: "Service default",
  environment: "None",
  owner: "Unknown",
  agent: "Unnamed",
};

/** The label of a group in the usage table. */
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
  if (by === "owner") return <span>{label || key}</span>;
  if (by === "environment") return <span>{environmentLabel({ type: key })}</span>;
  return by === "repository" ? <span title={key}>{repositoryName(key)}</span> : <span>{key}</span>;
}
