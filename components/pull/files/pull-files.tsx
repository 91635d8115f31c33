"use client";

import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { PullName } from "@/components/pulls/pull-queries";
import { useFileTexts } from "@/components/repositories/use-file-texts";
import { ReviewForm } from "@/components/reviews/review-form";
import { CallFailure } from "@/components/ui/call-failure";
import { SkeletonRows } from "@/components/ui/skeleton-rows";
import { useUrlState } from "@/components/ui/use-url-state";
import type { PullRequest } from "@/lib/contract/hosting/pull-request";
import { counted } from "@/lib/model/plural";
import { FilesBody } from "./files-body";
import { versionsDiffQuery } from "./interdiff-queries";
import { useAllFiles } from "./use-all-files";
import type { Person } from "./use-suggesting";
import { useVersions } from "./use-versions";
import { VersionPicker } from "./version-picker";
import { readLook, type Version } from "./versions";

interface PullFilesProps {
  name: PullName;
  pull: PullRequest;
  me: Person;
  mayAct: boolean;
}

/** What a pull request changes: since the user's last review, or else the whole latest version. */
export function PullFiles(props: PullFilesProps) {
  const { name, pull, me, mayAct } = props;
  const url = useUrlState();
  const { versions, reviewed, settled } = useVersions(name, pull, me.email);
  // The version being read stays until the user asks for a newer one.
  const [held, setHeld] = useState<Version>(pull.version);
  const asked = url.get("versions");
  const look = readLook(asked, versions, held, url.get("at") ? undefined : reviewed);
  const newer =
    Number(pull.version.number) > Number(look.to.number) && look.to.number === held.number ? pull.version : undefined;
  const choose = (next: string) => {
    setHeld(pull.version);
    url.set({ at: "", versions: next });
  };
  const shown = { ...props, version: look.to };
  return (
    <section aria-label="Files" className="space-y-3">
      <VersionPicker versions={versions} look={look} reviewed={reviewed} newer={newer} onLook={choose} />
      {asked === "" && !settled ? (
        <SkeletonRows label="Loading changed files" />
      ) : look.from ? (
        <BetweenVersions key={`${look.from.number} ${look.to.number}`} {...shown} from={look.from} />
      ) : (
        <WholeVersion key={look.to.number} {...shown} />
      )}
      {mayAct ? <ReviewForm name={name} pull={pull} version={look.to.number} /> : null}
    </section>
  );
}

function WholeVersion(props: PullFilesProps & { version: Version }) {
  const { name, pull, version } = props;
  const latest = version.number === pull.version.number;
  const { files, error, isPending, complete, retry } = useAllFiles(name, version, latest);
  const load = useFileTexts(name, { base: version.baseSha, head: version.headSha });
  const all = latest ? ` of ${pull.changedFiles}` : "";
  return (
    <>
      {error ? (
        <CallFailure error={error} onRetry={retry}>
          {files.length > 0 ? `${files.length}${all} files could be read.` : "The changed files could not be read."}
        </CallFailure>
      ) : null}
      {isPending ? <SkeletonRows label="Loading changed files" /> : null}
      {files.length > 0 || complete ? (
        <FilesBody
          {...props}
          files={files}
          complete={complete}
          between={false}
          load={load}
          summary={
            complete
              ? `${counted(files.length, "file")} of version ${version.number}`
              : `${files.length}${all} files, loading…`
          }
        />
      ) : null}
    </>
  );
}

function BetweenVersions(props: PullFilesProps & { version: Version; from: Version }) {
  const { name, from, version } = props;
  const { data, error, isPending, refetch } = useQuery(versionsDiffQuery(name, from, version));
  return (
    <>
      {error ? (
        <CallFailure error={error} onRetry={() => refetch()}>
          The two versions could not be compared.
        </CallFailure>
      ) : null}
      {isPending ? <SkeletonRows label="Comparing versions" /> : null}
      {data && data.unrebased.length > 0 ? (
        <p role="status" className="text-sm text-warning">
          In {data.unrebased.join(", ")} the older change does not fit the new base: what came from below is shown too.
        </p>
      ) : null}
      {data && data.unread.length > 0 ? (
        <p role="status" className="text-sm text-warning">
          {data.unread.join(", ")} could not be compared: binary, or too large.
        </p>
      ) : null}
      {data ? (
        <FilesBody
          {...props}
          files={data.files}
          complete
          between
          summary={`${counted(data.files.length, "file")} changed from version ${from.number} to ${version.number}, rebases left out`}
        />
      ) : null}
    </>
  );
}
