import type { AgentRow } from "@/lib/contract/dashboard/agent-row";
import { repositoryName } from "../hosting/address-names";
import { rowStatusKind } from "../status/row-status";
import { formatPart, type Key } from "./query";
import { statusWord } from "./status-words";

/** A fact of an agent to filter by. */
export interface RowTerm {
  key: Key;
  value: string;
}

/** The facts of an agent as terms that it matches. */
export function rowTerms(agent: AgentRow): RowTerm[] {
  const { env, repos = [], owner, model, labels = [], batch } = agent;
  const status = statusWord(rowStatusKind(agent));
  const environment = env.name ?? (env.type === "cloud" ? "" : env.type);
  const repository = repos[0] ? repositoryName(repos[0].url) : "";
  const terms: RowTerm[] = [
    { key: "status", value: status },
    { key: "repo", value: repository },
    { key: "owner", value: owner?.me ? "me" : (owner?.name ?? "") },
    { key: "env", value: environment },
    { key: "model", value: model ?? "" },
    { key: "batch", value: batch?.name ?? "" },
    ...labels.map((value) => ({ key: "label" as const, value })),
  ];
  return terms.filter(({ value }) => value !== "");
}

/** The term as text of the query language. */
export const formatTerm = ({ key, value }: RowTerm): string => formatPart({ key, not: false, values: [value] });
