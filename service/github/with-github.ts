import type { GitHub } from "./github";

export interface WithGitHub {
  github: GitHub;
}
