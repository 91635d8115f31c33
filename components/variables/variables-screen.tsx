"use client";

import { useQuery } from "@tanstack/react-query";
import { FileText, KeyRound, Plus } from "lucide-react";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { LoadState } from "@/components/ui/load-state";
import { DotenvDialog } from "./dotenv-dialog";
import { AddVariableDialog } from "./variable-dialog";
import { variablesQuery } from "./variable-queries";
import { VariableTable } from "./variable-table";

/** The saved variables and secrets that the user can use or manage. */
export function VariablesScreen() {
  const query = useQuery(variablesQuery);
  const { data } = query;
  const [adding, setAdding] = useState<"one" | "dotenv">();
  const close = () => setAdding(undefined);
  const actions = (
    <span className="flex flex-wrap gap-2">
      <Button variant="primary" disabled={!data} onClick={() => setAdding("one")}>
        <Plus aria-hidden />
        Add variable
      </Button>
      <Button disabled={!data} onClick={() => setAdding("dotenv")}>
        <FileText aria-hidden />
        Paste .env
      </Button>
    </span>
  );
  return (
    <section aria-label="Variables" className="max-w-content space-y-3 p-4">
      <div className="flex flex-wrap items-start justify-between gap-3">
        <p className="max-w-xl text-muted-foreground text-sm">
          Variables and secrets for agents launched from this dashboard, stored encrypted. If names conflict, a
          repository&apos;s variable overrides yours, and yours overrides the team&apos;s.
          {data ? (
            <>
              {" "}
              Names can&apos;t start with <code className="font-mono text-xs">{data.reservedPrefix}</code>.
            </>
          ) : null}
        </p>
        {actions}
      </div>
      <LoadState
        query={query}
        stale="The list may be out of date."
        failed="Couldn't load the variables."
        loading="Loading variables"
      />
      {data?.variables.length === 0 ? (
        <EmptyState icon={KeyRound} title="No variables yet">
          Save tokens and settings once instead of entering them at every launch.
        </EmptyState>
      ) : null}
      {data && data.variables.length > 0 ? <VariableTable variables={data.variables} /> : null}
      {adding === "one" && data ? <AddVariableDialog canChangeTeam={data.canChangeTeam} onClose={close} /> : null}
      {adding === "dotenv" && data ? <DotenvDialog canChangeTeam={data.canChangeTeam} onClose={close} /> : null}
    </section>
  );
}
