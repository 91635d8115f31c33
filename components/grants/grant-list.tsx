"use client";

import { useQuery } from "@tanstack/react-query";
import { Pencil, UserPlus } from "lucide-react";
import { useState } from "react";
import { type GrantTarget, granteesQuery, grantsQuery } from "@/components/grants/grant-queries";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { lazyPart } from "@/components/ui/lazy-part";
import { LoadState } from "@/components/ui/load-state";
import { type Grant, granteeKey, granteeName, permissionTitle } from "./grant-labels";

const GrantDialog = lazyPart(() => import("./grant-dialog"));

interface GrantListProps {
  title: string;
  /** Below the title. */
  explanation?: string;
  target: GrantTarget;
}

/** The grants on a repository or on a namespace, with actions to edit them. */
export function GrantList({ title, explanation, target }: GrantListProps) {
  const query = useQuery(grantsQuery(target));
  const { data } = query;
  const known = useQuery(granteesQuery(target.ownerSlug));
  const [open, setOpen] = useState<{ grant: Grant | undefined }>();
  const addButton = (
    <Button size="small" onClick={() => setOpen({ grant: undefined })}>
      <UserPlus aria-hidden />
      Add access
    </Button>
  );
  return (
    <div className="space-y-3">
      <div className="flex flex-wrap items-start justify-between gap-2">
        <div className="min-w-0 flex-1 basis-60 space-y-1">
          <h2 className="font-medium text-sm">{title}</h2>
          {explanation ? <p className="text-muted-foreground text-xs">{explanation}</p> : null}
        </div>
        {data ? addButton : null}
      </div>
      <LoadState
        query={query}
        stale="The list may be out of date."
        failed="Couldn't load access."
        loading="Loading access"
      />
      {data?.length === 0 ? (
        <p className="rounded-md border border-dashed px-3 py-2 text-muted-foreground text-sm">
          {target.repoName === undefined
            ? "No access granted yet."
            : `No access granted on this repository yet. Access inherited from ${target.ownerSlug} applies.`}
        </p>
      ) : null}
      {data && data.length > 0 ? (
        <ul className="divide-y rounded-md border">
          {data.map((grant) => {
            const name = granteeName(grant, known.data);
            return (
              <li key={granteeKey(grant)} className="flex flex-wrap items-center gap-x-3 gap-y-1 px-3 py-2 text-sm">
                <span className="min-w-0 flex-1 basis-40 break-words">{name}</span>
                {grant.group ? <Badge>Group</Badge> : null}
                <span className="w-24 text-muted-foreground">{permissionTitle(grant.permission)}</span>
                <Button size="small" onClick={() => setOpen({ grant })}>
                  <Pencil aria-hidden />
                  Edit<span className="sr-only"> access for {name}</span>
                </Button>
              </li>
            );
          })}
        </ul>
      ) : null}
      {open ? (
        <GrantDialog target={target} grant={open.grant} held={data ?? []} onClose={() => setOpen(undefined)} />
      ) : null}
    </div>
  );
}
