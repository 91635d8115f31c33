import { PageHeader } from "@/components/ui/page-header";
import { Skeleton } from "@/components/ui/skeleton";
import { paths } from "@/lib/model/paths";
import type { FileLocation } from "./environment-file";

export const fileParents = [{ name: "Environments", path: paths.environments() }];

export function LoadingFile({ location: { repository } }: { location: FileLocation }) {
  return (
    <>
      <PageHeader title={`${repository.ownerSlug}/${repository.repoName}`} parents={fileParents} />
      <div role="status" aria-label="Loading file" className="space-y-2 p-4">
        <Skeleton className="w-1/3" />
        <Skeleton className="w-1/2" />
      </div>
    </>
  );
}
