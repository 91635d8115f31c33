import { CircleCheck, CircleHelp, CircleX } from "lucide-react";
import { Badge } from "@/components/ui/badge";
import { RelativeTime } from "@/components/ui/relative-time";
import type { AuditRecord } from "@/lib/contract/dashboard/list-audit";

/** One call: user, operation, path and result. */
export function AuditRow({ record }: { record: AuditRecord }) {
  return (
    <li className="grid grid-cols-[1fr_auto] gap-x-3 gap-y-1 py-2 text-sm md:grid-cols-[11rem_12rem_minmax(0,1fr)_11rem_5rem] md:items-center">
      <span className="truncate font-medium" title={record.personEmail}>
        {record.personEmail}
      </span>
      <span className="order-3 col-span-2 truncate md:order-none md:col-span-1">{record.operationId}</span>
      <span
        className="order-4 col-span-2 truncate font-mono text-muted-foreground text-xs md:order-none md:col-span-1"
        title={`${record.method} ${record.path} · request ${record.requestId}`}
      >
        {record.method} {record.path}
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
