import type { WithProgramChecks } from "./agent-programs/program-checks";
import type { WithArtifactLinks } from "./artifacts/artifact-links";
import type { Context } from "./core/context";
import type { WithPoints } from "./core/http/points";
import type { WithGit } from "./git/with-git";
import type { WithTarballs } from "./hosting/contents/tarball-store";
import type { WithRunCredentials } from "./hosting/git-http/run-credentials";
import type { WithMirrors } from "./hosting/mirrors/with-mirrors";
import type { WithMergePreparation } from "./hosting/pulls/with-merge-preparation";
import type { WithWebhookPoster } from "./hosting/webhooks/post-webhook";
import type { WithImages } from "./images/fetch-image";
import type { WithCatalog } from "./models/model-catalog";
import type { WithQueueCursors } from "./queue/queue-cursors";
import type { WithRemotes } from "./remotes/remotes";
import type { WithSandbox } from "./runner/sandbox/sandbox";
import type { WithRunFeeds } from "./runs/run-feeds";
import type { WithDispatcher } from "./runs/with-dispatcher";

/** The context every operation receives; `create-service.ts` builds it. */
export type Service = Context &
  WithArtifactLinks &
  WithCatalog &
  WithDispatcher &
  WithGit &
  WithImages &
  WithSandbox &
  WithMergePreparation &
  WithMirrors &
  WithPoints &
  WithProgramChecks &
  WithQueueCursors &
  WithRemotes &
  WithRunCredentials &
  WithRunFeeds &
  WithTarballs &
  WithWebhookPoster;
