"use client";

import { FileUp } from "lucide-react";
import { useRouter } from "next/navigation";
import { type DragEvent, useId, useState } from "react";
import type { FileLocation } from "@/components/environment/environment-file";
import { ErrorNotice } from "@/components/ui/error-notice";
import { PageHeader } from "@/components/ui/page-header";
import { decodeFile } from "@/lib/model/environment/decode";
import { paths } from "@/lib/model/paths";
import { useFilePath } from "./file-path";
import { LazyDraftList } from "./lazy-views";
import { LocationForm } from "./location-form";
import { templates } from "./templates";

/** Bytes. No environment file is larger. */
const largestUpload = 1024 * 1024;

/** Where to get a file from: a branch, this computer, a template, or an earlier visit. */
export function OpenPanel({ onBegin }: { onBegin: (text: string) => void }) {
  const router = useRouter();
  const filePath = useFilePath();
  const open = ({ repository: { ownerSlug, repoName }, branch, path }: FileLocation) =>
    router.push(paths.environment({ repository: `${ownerSlug}/${repoName}`, branch, path }));
  return (
    <>
      <PageHeader title="Environments" />
      <div className="mx-auto max-w-3xl space-y-6 p-4 md:py-6">
        <p className="text-muted-foreground text-sm">
          An environment file says what an agent's machine is made from and what runs on it. It lies in the repository,
          at <code className="font-mono">{filePath}</code>, and is read at the revision an agent starts from. Without
          one, the environment saved by the person applies, then the team's, then the default base.
        </p>
        <LocationForm title="Open from a repository" action="Open" onSubmit={open} />
        <LazyDraftList />
        <UploadSection onBegin={onBegin} />
        <section aria-label="Templates" className="space-y-2">
          <h2 className="font-semibold text-sm">Begin with a template</h2>
          <ul className="grid gap-2 sm:grid-cols-2">
            {templates.map(({ name, detail, text }) => (
              <li key={name}>
                <button
                  type="button"
                  onClick={() => onBegin(text)}
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

function UploadSection({ onBegin }: { onBegin: (text: string) => void }) {
  const [problem, setProblem] = useState<string>();
  const [over, setOver] = useState(false);
  const upload = useId();
  const take = async (file: File | undefined) => {
    if (!file) return;
    if (file.size > largestUpload) return setProblem(`${file.name} is larger than 1 MB.`);
    const decoded = decodeFile(new Uint8Array(await file.arrayBuffer()));
    if ("undecodable" in decoded) return setProblem(`${file.name}: ${decoded.undecodable.reason}`);
    onBegin(decoded.text);
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    void take(event.dataTransfer.files[0]);
  };
  return (
    <section aria-labelledby={`${upload}-title`} className="space-y-2">
      <h2 id={`${upload}-title`} className="font-semibold text-sm">
        Upload a file
      </h2>
      {problem ? <ErrorNotice title={problem}>Nothing was opened.</ErrorNotice> : null}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the file control inside does the same */}
      <div
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
        className={`flex flex-wrap items-center gap-3 rounded-md border border-dashed p-4 ${over ? "bg-accent" : ""}`}
      >
        <FileUp aria-hidden className="size-4 text-muted-foreground" />
        <label htmlFor={upload} className="text-sm">
          Drop a file here, or choose one
        </label>
        <input
          id={upload}
          type="file"
          accept=".json,.jsonc,application/json"
          onChange={(event) => void take(event.target.files?.[0])}
          className="min-w-0 max-w-full text-muted-foreground text-sm file:mr-3 file:h-7 file:rounded-md file:border file:bg-card file:px-2 file:text-foreground file:text-xs"
        />
      </div>
    </section>
  );
}
