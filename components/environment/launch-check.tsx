"use client";

import { useQuery } from "@tanstack/react-query";
import Link from "next/link";
import { fileTextQuery } from "@/components/environment/environment-file";
import { bareUrl } from "@/components/repositories/hosted-repository-query";
import { hostedRepositoriesQuery } from "@/components/repositories/repository-queries";
import { callProxy } from "@/lib/client/call";
import { checkEnvironment } from "@/lib/model/environment/check";
import { createLocator } from "@/lib/model/environment/position";
import { isFullSha } from "@/lib/model/hosting/full-sha";
import { paths } from "@/lib/model/paths";
import { useFilePath } from "./file-path";
import { verdictText } from "./problem-list";
import { useDebounced } from "./use-debounced";

interface LaunchCheckProps {
  /** URL of the repository an agent would start from. */
  url: string;
  /** Branch, tag or commit; empty means the default branch. */
  reference: string;
}

const pauseMs = 400;
const shownFindings = 5;

/** Checks the environment file of the selected repository before a launch. Renders nothing if there is none. */
export default function LaunchCheck({ url, reference }: LaunchCheckProps) {
  const filePath = useFilePath();
  const repositories = useQuery(hostedRepositoriesQuery(callProxy));
  // A repository on another server may have the same owner and name.
  const hosted = repositories.data?.find(({ cloneUrl }) => bareUrl(cloneUrl) === bareUrl(url));
  const ref = useDebounced(reference.trim(), pauseMs);
  const repository = hosted ? { ownerSlug: hosted.owner.slug, repoName: hosted.name } : undefined;
  const file = useQuery(fileTextQuery(callProxy, repository && { repository, ref, path: filePath }));
  if (!repository || file.data === undefined || file.data === null) return null;

  const checked = checkEnvironment(file.data);
  const findings = checked.diagnostics.filter(({ severity }) => severity !== "info");
  const locate = createLocator(file.data);
  const address = paths.environment({
    repository: `${repository.ownerSlug}/${repository.repoName}`,
    branch: isFullSha(ref) ? "" : ref,
    path: filePath,
  });
  return (
    <section
      aria-label="Environment file"
      className={`rounded-md p-3 text-sm ${checked.valid ? (findings.length > 0 ? "bg-warning-soft" : "bg-muted") : "bg-danger-soft"}`}
    >
      <p className="flex flex-wrap items-baseline justify-between gap-2">
        <span>
          <code className="font-mono text-xs">{filePath}</code>{" "}
          <span role="status" className={`font-medium ${checked.valid ? "" : "text-danger"}`}>
            {verdictText(checked)}
          </span>
        </span>
        <Link href={address} className="text-primary text-xs underline">
          Open in editor
        </Link>
      </p>
      {checked.valid ? null : (
        <p className="mt-1 text-foreground">Agents in this environment would fail to start. Fix the file first.</p>
      )}
      {findings.length > 0 ? (
        <ul className="mt-1 list-disc space-y-0.5 pl-4 text-xs">
          {findings.slice(0, shownFindings).map(({ message, start, code }) => (
            <li key={`${start} ${code}`}>
              Line {locate(start).line}: {message}
            </li>
          ))}
          {findings.length > shownFindings ? <li>{findings.length - shownFindings} more</li> : null}
        </ul>
      ) : null}
    </section>
  );
}
