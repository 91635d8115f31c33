"use client";

import { FileUp } from "lucide-react";
import { type DragEvent, useId, useState } from "react";
import type { FileLocation } from "@/components/environment/environment-file";
import { ErrorNotice } from "@/components/ui/error-notice";
import { PageHeader } from "@/components/ui/page-header";
import { usePageRouter } from "@/components/ui/use-page-router";
import { decodeFile } from "@/lib/model/environment/decode";
import { paths } from "@/lib/model/paths";
import { useFilePath } from "./file-path";
import { LazyDraftList } from "./lazy-views";
import { LocationForm } from "./location-form";
import { RepositoryFiles } from "./repository-files";
import { templates } from "./templates";

/** In bytes. */
const maxUpload = 1024 * 1024;

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

function UploadSection({ onCreate }: { onCreate: (text: string) => void }) {
  const [problem, setProblem] = useState<string>();
  const [dragging, setDragging] = useState(false);
  const upload = useId();
  const openFile = async (file: File | undefined) => {
    if (!file) return;
    if (file.size > maxUpload) return setProblem(`${file.name} is larger than 1 MB.`);
    const decoded = decodeFile(new Uint8Array(await file.arrayBuffer()));
    if ("undecodable" in decoded) return setProblem(`${file.name}: ${decoded.undecodable.reason}`);
    onCreate(decoded.text);
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setDragging(false);
    void openFile(event.dataTransfer.files[0]);
  };
  return (
    <section aria-labelledby={`${upload}-title`} className="space-y-2">
      <h2 id={`${upload}-title`} className="font-semibold text-sm">
        Upload a file
      </h2>
      {problem ? <ErrorNotice title={problem} /> : null}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the file input inside does the same */}
      <div
        onDragOver={(event) => {
          event.preventDefault();
          setDragging(true);
        }}
        onDragLeave={() => setDragging(false)}
        onDrop={drop}
        className={`flex flex-wrap items-center gap-3 rounded-md border border-dashed p-4 ${dragging ? "bg-accent" : ""}`}
      >
        <FileUp aria-hidden className="size-4 text-muted-foreground" />
        <label htmlFor={upload} className="text-sm">
          Drop a file here or choose one
        </label>
        <input
          id={upload}
          type="file"
          accept=".json,.jsonc,application/json"
          onChange={(event) => void openFile(event.target.files?.[0])}
          className="min-w-0 max-w-full text-muted-foreground text-sm file:mr-3 file:h-7 file:rounded-md file:border file:bg-card file:px-2 file:text-foreground file:text-xs"
        />
      </div>
    </section>
  );
}
