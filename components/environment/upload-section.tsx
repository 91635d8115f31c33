"use client";

import { FileUp } from "lucide-react";
import { type DragEvent, useId, useState } from "react";
import { ErrorNotice } from "@/components/ui/error-notice";
import { decodeFile } from "@/lib/model/environment/decode";

/** In bytes. */
const maxUpload = 1024 * 1024;

/** Reads an environment file from this computer. */
export default function UploadSection({ onCreate }: { onCreate: (text: string) => void }) {
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
