import type { HostingContext } from "../core/hosting-context";
import type { WithGitHub } from "../github/with-github";
import type { WithRemotes } from "../remotes/remotes";

/** What operations on agents and runs use: they read and open pull requests on any server. */
export type AgentsContext = HostingContext & WithGitHub & WithRemotes;
