"use client";

import { Pencil, Plus } from "lucide-react";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { lazyPart } from "@/components/ui/lazy-part";
import type { Ruleset } from "@/lib/contract/hosting/rulesets/ruleset";
import type { RepositoryName } from "@/lib/model/hosting/repository-name";

const RulesetDialog = lazyPart(() => import("./ruleset-dialog"));

/** The button to create or edit a ruleset. */
export function RulesetActions({ name, ruleset }: { name: RepositoryName; ruleset?: Ruleset }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button size="small" onClick={() => setOpen(true)}>
        {ruleset ? <Pencil aria-hidden /> : <Plus aria-hidden />}
        {ruleset ? "Edit" : "New ruleset"}
        {ruleset ? <span className="sr-only"> {ruleset.name}</span> : null}
      </Button>
      {open ? <RulesetDialog name={name} ruleset={ruleset} onClose={() => setOpen(false)} /> : null}
    </>
  );
}
