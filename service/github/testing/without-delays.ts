import Bottleneck from "bottleneck";
import type { GitHubDelays } from "../github-api";

const queue = () => new Bottleneck.Group({ maxConcurrent: 1 });

/** A stand-in of GitHub asks for no pauses between requests. */
export const withoutDelays: GitHubDelays = {
  retryAfterBaseValue: 1,
  write: queue(),
  notifications: queue(),
  search: queue(),
};
