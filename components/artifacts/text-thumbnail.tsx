"use client";

import { useQuery } from "@tanstack/react-query";
import { useRef } from "react";
import { useWasVisible } from "@/components/ui/use-was-visible";
import { readCsv } from "@/lib/model/csv/read-csv";
import { type ArtifactEntry, artifactKey } from "./artifact-entry";
import { loadText } from "./load-text";

const maxBytes = 2_048;
const maxLines = 14;
const maxCsvRows = 7;
const maxCsvColumns = 5;

/** The first lines of a text file, or the first cells of a CSV file, in small print. */
export default function TextThumbnail({ artifact }: { artifact: ArtifactEntry }) {
  const element = useRef<HTMLSpanElement>(null);
  const visible = useWasVisible(element);
  const { data } = useQuery({
    queryKey: ["artifact-start", artifactKey(artifact), artifact.updatedAt] as const,
    queryFn: ({ signal }) => loadText(artifact, maxBytes, signal),
    enabled: visible,
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const [, kind] = /\.([ct]sv)$/i.exec(artifact.path) ?? [];
  return (
    <span
      ref={element}
      aria-hidden
      className="block size-full overflow-hidden whitespace-pre bg-code p-2 font-mono text-[9px] text-muted-foreground leading-[11px]"
    >
      {data === undefined ? null : kind === undefined ? (
        data.split("\n").slice(0, maxLines).join("\n")
      ) : (
        <Cells text={data} delimiter={kind.toLowerCase() === "tsv" ? "\t" : ","} />
      )}
    </span>
  );
}

function Cells({ text, delimiter }: { text: string; delimiter: string }) {
  const rows = readCsv(text, delimiter, maxCsvRows);
  const columns = Math.min(maxCsvColumns, Math.max(1, ...rows.map(({ length }) => length)));
  return (
    <span className="grid gap-px bg-border" style={{ gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))` }}>
      {rows.flatMap((row, number) =>
        Array.from({ length: columns }, (_, index) => (
          <span
            // biome-ignore lint/suspicious/noArrayIndexKey: cells have no other key
            key={`${number} ${index}`}
            className={`truncate px-1 py-0.5 ${number === 0 ? "bg-muted font-semibold" : "bg-code"}`}
          >
            {row[index] ?? ""}
          </span>
        )),
      )}
    </span>
  );
}
