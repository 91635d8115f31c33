import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { temporaryFolder, testAuthor } from "@/git/testing/git-fixture";

const run = promisify(execFile);

export interface SshKeyFile {
  /** The private key. */
  file: string;
  /** The public key line. */
  line: string;
}

export interface CertificateOptions {
  principals?: readonly string[];
  /** In the format of `ssh-keygen -V`. */
  validity?: string;
  /** In the format of `ssh-keygen -O`. */
  options?: readonly string[];
  host?: boolean;
  /** The signature algorithm of an RSA authority. */
  algorithm?: string;
}

/** Keys and certificates created by `ssh-keygen`, and git clients that use them. */
export async function startSshFixture() {
  const folder = await temporaryFolder();
  let keyCount = 0;
  const next = () => {
    keyCount += 1;
    return join(folder.path, `key-${keyCount}`);
  };

  async function createKey(type = "ed25519", bits?: number): Promise<SshKeyFile> {
    const file = next();
    await run("ssh-keygen", [
      "-q",
      "-t",
      type,
      ...(bits ? ["-b", String(bits)] : []),
      "-N",
      "",
      "-C",
      "a comment",
      "-f",
      file,
    ]);
    return { file, line: (await readFile(`${file}.pub`, "utf8")).trim() };
  }

  /** Issues a certificate next to the key, where OpenSSH finds it. Returns the certificate line. */
  async function certify(authority: SshKeyFile, key: SshKeyFile, input: CertificateOptions = {}): Promise<string> {
    const { principals, validity, options = [], host = false, algorithm } = input;
    await run("ssh-keygen", [
      "-q",
      "-s",
      authority.file,
      "-I",
      "certificate",
      ...(host ? ["-h"] : []),
      ...(algorithm ? ["-t", algorithm] : []),
      ...(principals ? ["-n", principals.join(",")] : []),
      ...(validity ? ["-V", validity] : []),
      ...options.flatMap((option) => ["-O", option]),
      `${key.file}.pub`,
    ]);
    return (await readFile(`${key.file}-cert.pub`, "utf8")).trim();
  }

  const sshCommand = (key: SshKeyFile, more: readonly string[] = []) =>
    [
      [
        "ssh",
        "-F",
        "/dev/null",
        "-i",
        key.file,
        "-o",
        "IdentitiesOnly=yes",
        "-o",
        "IdentityAgent=none",
        "-o",
        "BatchMode=yes",
      ],
      [
        "-o",
        "StrictHostKeyChecking=no",
        "-o",
        `UserKnownHostsFile=${join(folder.path, "known-hosts")}`,
        "-o",
        "LogLevel=ERROR",
      ],
      more,
    ]
      .flat()
      .join(" ");

  return {
    folder: folder.path,
    createKey,
    certify,
    /** The fingerprint, as printed by ssh-keygen. */
    async fingerprint(key: SshKeyFile): Promise<string> {
      return (await run("ssh-keygen", ["-l", "-f", `${key.file}.pub`])).stdout.split(" ")[1] ?? "";
    },
    /** Runs git with a key. Throws with git's stderr. */
    async git(key: SshKeyFile, cwd: string, ...args: string[]): Promise<string> {
      const environment = {
        ...process.env,
        ...testAuthor,
        GIT_SSH_COMMAND: sshCommand(key),
        GIT_CONFIG_GLOBAL: "/dev/null",
      };
      return (await run("git", args, { cwd, env: environment })).stdout.trim();
    },
    /** Runs ssh. Throws with its stderr. */
    async ssh(key: SshKeyFile, port: number, login: string, ...command: string[]): Promise<string> {
      const [program = "", ...options] = sshCommand(key, ["-p", String(port)]).split(" ");
      return (await run(program, [...options, `${login}@127.0.0.1`, ...command])).stdout;
    },
    stop: () => folder.remove(),
  };
}

export type SshFixture = Awaited<ReturnType<typeof startSshFixture>>;
