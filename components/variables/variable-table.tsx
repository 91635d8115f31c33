"use client";

import { KeyRound, Pencil, Trash2, Variable } from "lucide-react";
import Link from "next/link";
import { type ReactNode, useState } from "react";
import { useAgentNames } from "@/components/agent-names/use-agent-names";
import { Button } from "@/components/ui/button";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { RelativeTime } from "@/components/ui/relative-time";
import type { SavedVariable } from "@/lib/contract/dashboard/saved-variable";
import { paths } from "@/lib/model/paths";
import { counted } from "@/lib/model/plural";
import { EditVariableDialog } from "./variable-dialog";
import { kindLabels, ownerLabel } from "./variable-labels";
import { useDeleteVariable } from "./variable-queries";

export type ListedVariable = SavedVariable & { canChange: boolean; canDelete: boolean };

const headings = ["Name", "Scope", "Used", "Changed"];

/** Saved variables with their use. On narrow screens, the other columns move below the name. */
export function VariableTable({ variables }: { variables: readonly ListedVariable[] }) {
  const names = useAgentNames(variables.flatMap(({ lastUse }) => (lastUse ? [lastUse.agentId] : [])));
  return (
    <table className="w-full table-fixed text-sm">
      <thead className="text-left text-muted-foreground text-xs">
        <tr className="border-b">
          {headings.map((heading, index) => (
            <th
              key={heading}
              scope="col"
              className={`px-2 py-1.5 font-medium first:pl-0 ${index === 0 ? "" : "max-md:hidden"}`}
            >
              {heading}
            </th>
          ))}
          <th scope="col" className="w-20">
            <span className="sr-only">Actions</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {variables.map((variable) => (
          <VariableRow key={variable.id} variable={variable} names={names} />
        ))}
      </tbody>
    </table>
  );
}

function VariableRow({ variable, names }: { variable: ListedVariable; names: ReadonlyMap<string, string> }) {
  const { name, kind, value, apply } = variable;
  const Icon = kind === "secret" ? KeyRound : Variable;
  const use = <Use variable={variable} names={names} />;
  const change = (
    <>
      <RelativeTime iso={variable.updatedAt} /> by {variable.updatedBy}
    </>
  );
  const limits = [...variable.models, ...variable.pools.map((pool) => `pool ${pool}`)];
  return (
    <tr className="border-b align-top">
      <th scope="row" className="py-2 pr-2 text-left font-normal">
        <span className="flex items-start gap-2">
          <Icon aria-hidden className="mt-0.5 size-4 shrink-0 text-muted-foreground" />
          <span className="min-w-0 space-y-0.5">
            <code className="block break-all font-medium font-mono">{name}</code>
            {value === undefined ? null : (
              <code className="line-clamp-2 break-all font-mono text-muted-foreground text-xs">{value}</code>
            )}
            <span className="block text-muted-foreground text-xs">
              {kindLabels[kind]} · {apply === "automatic" ? "Automatic" : "Chosen at launch"}
              {limits.length > 0 ? ` · Only ${limits.join(", ")}` : ""}
            </span>
            <span className="block space-y-0.5 break-words text-muted-foreground text-xs md:hidden">
              <span className="block">{ownerLabel(variable)}</span>
              <span className="block">{use}</span>
              <span className="block">Changed {change}</span>
            </span>
          </span>
        </span>
      </th>
      <Cell>{ownerLabel(variable)}</Cell>
      <Cell>{use}</Cell>
      <Cell>{change}</Cell>
      <td className="py-1 text-right">
        <Actions variable={variable} />
      </td>
    </tr>
  );
}

const Cell = ({ children }: { children: ReactNode }) => <td className="break-words p-2 max-md:hidden">{children}</td>;

function Use({ variable: { uses, lastUse }, names }: { variable: SavedVariable; names: ReadonlyMap<string, string> }) {
  if (!lastUse) return "Not used yet";
  return (
    <>
      {counted(uses, "launch", "launches")}, last <RelativeTime iso={lastUse.at} /> by{" "}
      <Link href={paths.agent(lastUse.agentId)} prefetch={false} className="underline underline-offset-2">
        {names.get(lastUse.agentId) || lastUse.agentId}
      </Link>
    </>
  );
}

function Actions({ variable }: { variable: ListedVariable }) {
  const { id, name, canChange, canDelete } = variable;
  const [open, setOpen] = useState<"edit" | "delete">();
  const remove = useDeleteVariable(id);
  const close = () => setOpen(undefined);
  return (
    <span className="inline-flex">
      {canChange ? (
        <Button variant="ghost" size="icon" aria-label={`Edit ${name}`} onClick={() => setOpen("edit")}>
          <Pencil aria-hidden />
        </Button>
      ) : null}
      {canDelete ? (
        <Button variant="ghost" size="icon" aria-label={`Delete ${name}`} onClick={() => setOpen("delete")}>
          <Trash2 aria-hidden />
        </Button>
      ) : null}
      {open === "edit" ? <EditVariableDialog variable={variable} onClose={close} /> : null}
      <ConfirmDialog
        open={open === "delete"}
        title={`Delete ${name}?`}
        description="New agents no longer get it. Agents already launched keep it."
        action="Delete variable"
        pending={remove.isPending}
        failure={remove.error}
        errorTitle="Couldn't delete the variable."
        onClose={close}
        onConfirm={() => remove.mutate(undefined, { onSuccess: close })}
      />
    </span>
  );
}
