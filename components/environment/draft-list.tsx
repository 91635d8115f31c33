"use client";

import { X } from "lucide-react";
import Link from "next/link";
import { useEffect, useState } from "react";
import { Button } from "@/components/ui/button";
import { RelativeTime } from "@/components/ui/relative-time";
import { paths } from "@/lib/model/paths";
import { environmentDraft, listDrafts } from "./drafts";

/** The URL of a draft by its name: `owner/name@branch:path`, or a file without a repository. */
function addressOf(name: string) {
  const parts = /^([^@]+)@([^:]*):(.+)$/.exec(name);
  const [, repository = "", branch = "", path = ""] = parts ?? [];
  return parts ? paths.environment({ repository, branch, path }) : paths.looseEnvironment();
}

/** Uncommitted drafts in this browser. */
export default function DraftList() {
  const [drafts, setDrafts] = useState<ReturnType<typeof listDrafts>>([]);
  // Drafts are in local storage, which the server can't read.
  useEffect(() => setDrafts(listDrafts()), []);
  if (drafts.length === 0) return null;
  return (
    <section aria-label="Drafts" className="space-y-2">
      <h2 className="font-semibold text-sm">Drafts</h2>
      <ul className="divide-y rounded-md border">
        {drafts.map(({ name, draft }) => (
          <li key={name} className="flex items-center gap-2 px-3 py-1.5">
            <Link href={addressOf(name)} className="min-w-0 flex-1 break-all font-mono text-xs hover:underline">
              {name === "loose" ? "New file" : name}
            </Link>
            <RelativeTime iso={new Date(draft.savedAt).toISOString()} className="text-muted-foreground text-xs" />
            <Button
              variant="ghost"
              size="smallIcon"
              aria-label={`Discard draft of ${name === "loose" ? "the new file" : name}`}
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
