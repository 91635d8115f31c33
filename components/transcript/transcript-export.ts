import { download } from "@/components/ui/download";
import { toast } from "@/components/ui/toast";
import { isTerminal } from "@/lib/contract/agents/terminal";
import type { NumberedRun } from "@/lib/contract/dashboard/runs/list-numbered-runs";
import { counted } from "@/lib/model/plural";
import { runLabel } from "@/lib/model/runs/run-reference";
import type { Transcripts } from "@/lib/model/transcript/conversation-store";
import { runMarkdown } from "@/lib/model/transcript/markdown-export";
import { collectEvents } from "./collect-events";

interface TranscriptExport {
  agentId: string;
  /** Name of the agent. */
  name: string;
  /** Oldest first. */
  runs: readonly NumberedRun[];
  transcripts: Transcripts;
  /** How many runs before and after these aren't loaded. */
  earlier: number;
  later: number;
}

/** A file name that every file system accepts. */
function fileName(text: string, extension: string): string {
  const slug = text
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-+|(?<!-)-+$/g, "")
    .slice(0, 60);
  return `${slug || "agent"}.${extension}`;
}

function toMarkdown({ name, runs, transcripts, earlier, later }: TranscriptExport): string {
  const parts = runs.flatMap(({ id, number }) => {
    const transcript = transcripts.get(id);
    return transcript ? [runMarkdown(runLabel(number), transcript)] : [];
  });
  const missing = (count: number, which: string) =>
    count > 0 ? [`_${counted(count, `${which} run`)} not included._`] : [];
  return `${[`# ${name}`, ...missing(earlier, "earlier"), ...parts, ...missing(later, "later")].join("\n\n")}\n`;
}

export async function copyMarkdown(source: TranscriptExport): Promise<void> {
  await navigator.clipboard.writeText(toMarkdown(source)).then(
    () => toast.success("Transcript copied as Markdown."),
    () => toast.error("Couldn't copy. The browser blocked clipboard access."),
  );
}

export function downloadMarkdown(source: TranscriptExport): void {
  download(fileName(source.name, "md"), "text/markdown", toMarkdown(source));
}

export async function downloadEvents({ agentId, name, runs }: TranscriptExport): Promise<void> {
  toast.info("Loading events…");
  const lines: string[] = [];
  for (const { id } of runs) {
    for (const frame of await collectEvents(agentId, id)) {
      lines.push(JSON.stringify({ runId: id, id: frame.id, event: frame.event, data: frame.data }));
    }
  }
  download(fileName(name, "jsonl"), "application/x-ndjson", `${lines.join("\n")}\n`);
  if (runs.some(({ status }) => !isTerminal(status)))
    toast.info("A run is still active. The file contains its events so far.");
}
