"use client";

import { X } from "lucide-react";
import Link from "next/link";
import { useEffect, useState } from "react";
import { Button } from "@/components/ui/button";
import { RelativeTime } from "@/components/ui/relative-time";
import { paths } from "@/lib/model/paths";
import { environmentDraft, listDrafts } from "./drafts";

/** The address of a draft by its name: `owner/name@branch:path`, or a file of no repository. */
function addressOf(name: string) {
  const parts = /^([^@]+)@([^:]*):(.+)$/.exec(name);
  const [, repository = "", branch = "", path = ""] = parts ?? [];
  return parts ? paths.environment({ repository, branch, path }) : paths.looseEnvironment();
}

/** What was begun in this browser and not committed. */
export function DraftList() {
  const [drafts, setDrafts] = useState<ReturnType<typeof listDrafts>>([]);
  // Only the browser knows them.
  useEffect(() => setDrafts(listDrafts()), []);
  if (drafts.length === 0) return null;
  return (
    <section aria-label="Unsaved work" className="space-y-2">
      <h2 className="font-semibold text-sm">Go on with unsaved work</h2>
      <ul className="divide-y rounded-md border">
        {drafts.map(({ name, draft }) => (
          <li key={name} className="flex items-center gap-2 px-3 py-1.5">
            <Link href={addressOf(name)} className="min-w-0 flex-1 break-all font-mono text-xs hover:underline">
              {name === "loose" ? "New file" : name}
            </Link>
            <RelativeTime iso={new Date(draft.savedAt).toISOString()} className="text-muted-foreground text-xs" />
            <Button
              variant="quiet"
              size="smallIcon"
              aria-label={`Discard the draft of ${name === "loose" ? "the new file" : name}`}
              onClick={() => {
                environmentDraft(name).write(undefined);
                setDrafts(listDrafts());
              }}
            >
              <X aria-hidden />
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}
