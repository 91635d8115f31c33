"use client";

import type { FileLocation } from "@/components/environment/environment-file";
import { browserOnly } from "@/components/ui/browser-only";
import { PageHeader } from "@/components/ui/page-header";
import { SkeletonRows } from "@/components/ui/skeleton-rows";
import { usePageRouter } from "@/components/ui/use-page-router";
import { loadEarly } from "@/lib/client/load-early";
import { paths } from "@/lib/model/paths";
import { useFilePath } from "./file-path";
import { LazyDraftList } from "./lazy-views";
import { LocationForm } from "./location-form";
import { templates } from "./templates";

const RepositoryFiles = browserOnly(
  loadEarly(() => import("./repository-files")),
  () => <SkeletonRows label="Loading repositories" />,
);

const UploadSection = browserOnly(
  loadEarly(() => import("./upload-section")),
  () => <div className="h-24" />,
);

/** Opens a file from a branch, an upload, a template or a draft. */
export function OpenPanel({ onCreate }: { onCreate: (text: string) => void }) {
  const router = usePageRouter();
  const filePath = useFilePath();
  const open = ({ repository: { ownerSlug, repoName }, branch, path }: FileLocation) =>
    router.push(paths.environment({ repository: `${ownerSlug}/${repoName}`, branch, path }));
  return (
    <>
      <PageHeader title="Environments" />
      <div className="max-w-content space-y-6 p-4 md:py-6">
        <p className="text-muted-foreground text-sm">
          An environment file defines an agent's machine and the commands that run on it. Agents read it from{" "}
          <code className="font-mono">{filePath}</code> in the repository, at the revision they start from. Without a
          file, they use the environment saved by the user, then the team's, then the default base.
        </p>
        <RepositoryFiles />
        <LocationForm title="Open from a repository" action="Open file" onSubmit={open} />
        <LazyDraftList />
        <UploadSection onCreate={onCreate} />
        <section aria-label="Templates" className="space-y-2">
          <h2 className="font-semibold text-sm">Start from a template</h2>
          <ul className="grid gap-2 sm:grid-cols-2">
            {templates.map(({ name, detail, text }) => (
              <li key={name}>
                <button
                  type="button"
                  onClick={() => onCreate(text)}
                  className="w-full rounded-md border p-3 text-left hover:bg-muted"
                >
                  <span className="block font-medium text-sm">{name}</span>
                  <span className="block text-muted-foreground text-xs">{detail}</span>
                </button>
              </li>
            ))}
          </ul>
        </section>
      </div>
    </>
  );
}
