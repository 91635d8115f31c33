import { expect, it } from "vitest";
import { type SandboxHost, sandboxFix } from "./sandbox-fix";

const host = (over: Partial<SandboxHost> = {}): SandboxHost => ({
  platform: "linux",
  distributions: ["ubuntu", "debian"],
  hasProgram: () => true,
  setting: () => undefined,
  isContainer: false,
  ...over,
});
const settings = (values: Record<string, string>) => ({ setting: (name: string) => values[name] });

it.each([
  ["macOS", host({ platform: "darwin" }), "Run Slipway on Linux, or in a Linux virtual machine."],
  [
    "a missing program on Debian",
    host({ hasProgram: (name) => name !== "bwrap" }),
    'Run "sudo apt-get install bubblewrap".',
  ],
  [
    "two missing programs on a relative of Red Hat",
    host({ hasProgram: () => false, distributions: ["rocky", "rhel", "centos", "fedora"] }),
    'Run "sudo dnf install bubblewrap util-linux".',
  ],
  [
    "a relative of SUSE",
    host({ hasProgram: (name) => name !== "bwrap", distributions: ["opensuse-leap", "suse", "opensuse"] }),
    'Run "sudo zypper install bubblewrap".',
  ],
  [
    "an unknown distribution",
    host({ hasProgram: () => false, distributions: [] }),
    "Install bubblewrap and util-linux.",
  ],
  [
    "Ubuntu's restriction by AppArmor",
    host(settings({ "kernel.apparmor_restrict_unprivileged_userns": "1", "kernel.unprivileged_userns_clone": "1" })),
    'Run "sudo sysctl -w kernel.apparmor_restrict_unprivileged_userns=0" to allow user namespaces.',
  ],
  [
    "a hardened kernel",
    host(settings({ "kernel.unprivileged_userns_clone": "0", "user.max_user_namespaces": "0" })),
    'Run "sudo sysctl -w kernel.unprivileged_userns_clone=1 && sudo sysctl -w user.max_user_namespaces=16384" to allow user namespaces.',
  ],
])("names the fix for %s", (_title, machine, fix) => {
  expect(sandboxFix(machine)).toBe(fix);
});

it("names the options of a container, and otherwise the command that shows why", () => {
  expect(sandboxFix(host({ isContainer: true }))).toContain("--security-opt seccomp=unconfined");
  expect(sandboxFix(host(settings({ "user.max_user_namespaces": "63000" })))).toContain("bwrap --unshare-all");
  expect(sandboxFix()).toMatch(/\S/);
});
