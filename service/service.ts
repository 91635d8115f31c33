import type { WithGit } from "@/git/with-git";
import type { WithWebhookPoster } from "@/lib/core/http/post-webhook";
import type { WithExecuteRun } from "@/runner/run/run-spec";
import type { WithSandbox } from "@/runner/sandbox/sandbox";
import type { WithProgramChecks } from "./agent-programs/program-checks";
import type { WithProgramLogins } from "./agent-programs/with-program-logins";
import type { WithArtifactLinks } from "./artifacts/artifact-links";
import type { Context } from "./core/context";
import type { WithMergePreparation } from "./core/hosting-context";
import type { WithPoints } from "./core/http/points";
import type { WithGitHub } from "./github/with-github";
import type { WithTarballs } from "./hosting/contents/tarball-store";
import type { WithRunCredentials } from "./hosting/git-http/run-credentials";
import type { WithMirrors } from "./hosting/mirrors/with-mirrors";
import type { WithImages } from "./images/fetch-image";
import type { WithMcpFetch } from "./mcp-connections/mcp-secrets";
import type { WithCatalog } from "./models/model-catalog";
import type { WithPreviews } from "./previews/preview-sessions";
import type { WithQueueCursors } from "./queue/queue-cursors";
import type { WithRemotes } from "./remotes/remotes";
import type { WithRunFeeds } from "./runs/run-feeds";
import type { WithDispatcher } from "./runs/with-dispatcher";

/** The context every operation receives; `create-service.ts` builds it. */
export type Service = Context &
  WithArtifactLinks &
  WithCatalog &
  WithDispatcher &
  WithExecuteRun &
  WithGit &
  WithGitHub &
  WithImages &
  WithMcpFetch &
  WithSandbox &
  WithMergePreparation &
  WithMirrors &
  WithPoints &
  WithPreviews &
  WithProgramChecks &
  WithProgramLogins &
  WithQueueCursors &
  WithRemotes &
  WithRunCredentials &
  WithRunFeeds &
  WithTarballs &
  WithWebhookPoster;
