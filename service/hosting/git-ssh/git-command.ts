import { type PackService, repositoryAddress } from "@/git/transport/smart-http-request";

export interface GitCommand {
  service: PackService;
  ownerSlug: string;
  repoName: string;
}

/** Reverses git's `sq_quote`; also accepts an unquoted word. */
function unquote(argument: string): string | undefined {
  if (/^[A-Za-z0-9._~/-]+$/.test(argument)) return argument;
  if (!/^'(?:[^'!]|'\\['!]')*'$/.test(argument)) return undefined;
  return argument.slice(1, -1).replace(/'\\(['!])'/g, "$1");
}

/** Parses an SSH exec command; `undefined` for anything but git's two pack services. */
export function readGitCommand(command: string): GitCommand | undefined {
  const [, service, argument = ""] = /^git[- ](upload-pack|receive-pack) (.{1,1000})$/.exec(command) ?? [];
  const path = service && unquote(argument);
  const address = path ? repositoryAddress(path.replace(/^\//, "").replace(/\/$/, "")) : undefined;
  if (!address) return undefined;
  return { service: service === "upload-pack" ? "git-upload-pack" : "git-receive-pack", ...address };
}
