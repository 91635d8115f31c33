"use client";

import { Archive, ArchiveRestore, EllipsisVertical, RotateCw, Trash2 } from "lucide-react";
import Link from "next/link";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { Menu, MenuItem, MenuSeparator } from "@/components/ui/menu";
import type { Agent } from "@/lib/contract/agents/agent";
import { paths } from "@/lib/model/paths";
import { DeleteDialog } from "./delete-dialog";
import { useArchiveWithUndo } from "./use-archive-with-undo";

/** Actions on an agent. Delete is separated from the reversible ones. */
export function AgentMenu({ agent, active }: { agent: Agent; active: boolean }) {
  const [deleting, setDeleting] = useState(false);
  const { change, isPending } = useArchiveWithUndo(agent.id);
  const archived = agent.status === "ARCHIVED";
  return (
    <>
      <Menu
        trigger={
          <Button variant="ghost" size="icon" aria-label="More actions">
            <EllipsisVertical aria-hidden />
          </Button>
        }
      >
        <MenuItem asChild>
          <Link href={paths.relaunch(agent.id)}>
            <RotateCw aria-hidden />
            Launch again…
          </Link>
        </MenuItem>
        <MenuItem disabled={isPending} onSelect={() => change(!archived)}>
          {archived ? <ArchiveRestore aria-hidden /> : <Archive aria-hidden />}
          {archived ? "Restore" : active ? "Archive and cancel run" : "Archive"}
        </MenuItem>
        <MenuSeparator />
        <MenuItem danger onSelect={() => setDeleting(true)}>
          <Trash2 aria-hidden />
          Delete…
        </MenuItem>
      </Menu>
      <DeleteDialog agent={agent} open={deleting} onOpenChange={setDeleting} />
    </>
  );
}
