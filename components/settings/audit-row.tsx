import { CircleCheck, CircleHelp, CircleX } from "lucide-react";
import Link from "next/link";
import { Badge } from "@/components/ui/badge";
import { RelativeTime } from "@/components/ui/relative-time";
import type { AuditRecord } from "@/lib/contract/dashboard/audit/list-audit";
import { type AuditTarget, auditTarget, operationText } from "@/lib/model/audit-text";
import { paths } from "@/lib/model/paths";

interface AuditRowProps {
  record: AuditRecord;
  /** Agent names by id. */
  names: ReadonlyMap<string, string>;
}

/** One call: user, what they did, and the result. */
export function AuditRow({ record, names }: AuditRowProps) {
  return (
    <li className="grid grid-cols-[1fr_auto] gap-x-3 gap-y-1 py-2 text-sm md:grid-cols-[13rem_minmax(0,1fr)_11rem_5rem] md:items-center">
      <span className="truncate font-medium" title={record.userEmail}>
        {record.userEmail}
      </span>
      <span
        className="order-3 col-span-2 min-w-0 truncate md:order-none md:col-span-1"
        title={`${record.operationId}: ${record.method} ${record.path} · request ${record.requestId}`}
      >
        {operationText(record.operationId)}
        <Target target={auditTarget(record)} names={names} />
        {record.variables ? <span className="text-muted-foreground"> · {record.variables.join(", ")}</span> : null}
        {record.token ? <span className="text-muted-foreground"> · API token {record.token}</span> : null}
        {record.bypassReason ? (
          <span className="text-muted-foreground"> · bypassed rules: {record.bypassReason}</span>
        ) : null}
        {record.from ? <span className="text-muted-foreground"> · from a {record.from}</span> : null}
      </span>
      <span className="flex min-w-0">
        <Result record={record} />
      </span>
      <span className="order-2 text-right text-muted-foreground text-xs md:order-none">
        <RelativeTime iso={record.at} />
      </span>
    </li>
  );
}

function linkOf(target: NonNullable<AuditTarget>, names: ReadonlyMap<string, string>) {
  if ("agentId" in target) {
    return { href: paths.agent(target.agentId), text: names.get(target.agentId) || target.agentId };
  }
  const { pullNumber, ...repository } = target;
  const name = `${repository.ownerSlug}/${repository.repoName}`;
  if (pullNumber === undefined) return { href: paths.repository(repository), text: name };
  return { href: paths.pull({ ...repository, pullNumber }), text: `${name}#${pullNumber}` };
}

function Target({ target, names }: { target: AuditTarget; names: ReadonlyMap<string, string> }) {
  if (!target) return null;
  const { href, text } = linkOf(target, names);
  return (
    <>
      {" · "}
      <Link href={href} prefetch={false} className="underline underline-offset-2">
        {text}
      </Link>
    </>
  );
}

function Result({ record: { status, code } }: { record: AuditRecord }) {
  if (status === undefined) {
    return (
      <Badge tone="warning" title="The dashboard stopped before the call finished.">
        <CircleHelp aria-hidden />
        Unknown
      </Badge>
    );
  }
  const done = status < 400;
  return (
    <Badge tone={done ? "success" : "danger"}>
      {done ? <CircleCheck aria-hidden /> : <CircleX aria-hidden />}
      <span className="truncate">
        {done ? "Succeeded" : "Failed"} {status}
        {code ? ` ${code}` : ""}
      </span>
    </Badge>
  );
}
