"use client";

import { useQuery } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import { useState } from "react";
import { hostedRepositoriesQuery } from "@/components/repositories/repository-queries";
import { Button } from "@/components/ui/button";
import { lazyPart } from "@/components/ui/lazy-part";
import { useUrlState } from "@/components/ui/use-url-state";
import { callProxy } from "@/lib/client/call";
import { parseRepositoryName } from "@/lib/model/hosting/repository-name";
import { AllPulls } from "./all-pulls";
import { PullFilterBar } from "./pull-filter-bar";
import { RepositoryPulls } from "./repository-pulls";
import { useChosenRepository } from "./use-chosen-repository";
import { useHostingChanges } from "./use-hosting-changes";

/** Loaded when first opened, then stays mounted to keep the input. */
const CreatePullDialog = lazyPart(() => import("./create-pull-dialog"));

interface PullsViewProps {
  canWrite: boolean;
  isAdmin: boolean;
}

/** The pull requests of one or of all repositories; filters and the open form are kept in the URL. */
export default function PullsView({ canWrite, isAdmin }: PullsViewProps) {
  useHostingChanges();
  const url = useUrlState();
  const { data } = useQuery(hostedRepositoriesQuery(callProxy));
  const names = data?.map(({ fullName }) => fullName) ?? [];
  const chosen = useChosenRepository(data);
  const repository = parseRepositoryName(chosen);
  const isCreating = url.get("new") !== "";
  const [wasOpened, setWasOpened] = useState(false);
  if (isCreating && !wasOpened) setWasOpened(true);
  const choices = repository ? [chosen] : names;
  const canCreate = canWrite && choices.length > 0;
  const parts = {
    action: canCreate ? (
      <Button variant="primary" onClick={() => url.set({ new: "1" })}>
        <Plus aria-hidden />
        New pull request
      </Button>
    ) : null,
    filterBar: <PullFilterBar repositories={names} chosen={chosen} isAdmin={isAdmin} />,
  };
  return (
    <>
      {repository ? (
        <RepositoryPulls {...parts} repository={repository} />
      ) : (
        <AllPulls {...parts} hasRepositories={data === undefined || names.length > 0} />
      )}
      {canCreate && wasOpened ? (
        <CreatePullDialog
          key={chosen}
          repositories={choices}
          open={isCreating}
          onOpenChange={(now) => url.set({ new: now ? "1" : "" })}
        />
      ) : null}
    </>
  );
}
