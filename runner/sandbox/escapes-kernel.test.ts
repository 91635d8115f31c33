import { readFile } from "node:fs/promises";
import { expect, it } from "vitest";
import { describeAttacks } from "./testing/attacks";

/** System calls as `name number`, of the architectures that tests run on. */
const calls: Partial<Record<NodeJS.Architecture, Readonly<Record<string, number>>>> = {
  x64: {
    mount: 165,
    umount2: 166,
    keyctl: 250,
    add_key: 248,
    request_key: 249,
    setns: 308,
    pidfd_getfd: 438,
    io_uring_setup: 425,
    userfaultfd: 323,
    bpf: 321,
    perf_event_open: 298,
    process_vm_readv: 310,
    fsopen: 430,
    open_by_handle_at: 304,
    settimeofday: 164,
    syslog: 103,
    kexec_load: 246,
    sethostname: 170,
  },
};
const [EPERM, EAFNOSUPPORT, ENOSYS] = [1, 97, 38];
const sockets = { packet: 17, alg: 38, vsock: 40, bluetooth: 31, can: 29, rds: 21 };

describeAttacks("hostile use of the kernel", { overImage: "long" }, (target) => {
  const report = async (script: string) => {
    const { outcome } = await target.attack(`{ ${script}\n} > artifacts/report.txt 2>&1; true`);
    expect(outcome).toMatchObject({ status: "FINISHED", error: undefined });
    return readFile(`${target.workspaceDir}/artifacts/report.txt`, "utf8");
  };

  it("can't read or change settings of the machine", { tags: ["long"] }, async () => {
    const files = ["/proc/sys/kernel/core_pattern", "/proc/sys/kernel/hostname", "/proc/sys/vm/drop_caches"];
    const before = await readFile("/proc/sys/kernel/core_pattern", "utf8");
    const secrets = ["/proc/keys", "/proc/key-users", "/proc/kallsyms", "/proc/kcore", "/proc/timer_list"];
    const text = await report(
      [
        ...files.map((file) => `test -w ${file} && echo writable ${file}`),
        ...files.map((file) => `(echo x > ${file}) 2> /dev/null && echo wrote ${file}`),
        ...secrets.map((file) => `head -c 20 ${file} 2> /dev/null | grep -q . && echo read ${file}`),
        "ls /etc/ssl/private 2> /dev/null; (echo x > /etc/ssl/private/x) 2> /dev/null && echo wrote private",
      ].join("\n"),
    );
    expect(text).toBe("");
    expect(await readFile("/proc/sys/kernel/core_pattern", "utf8")).toBe(before);
  });

  it("can't create namespaces, in which more of the kernel is reachable", { tags: ["long"] }, async () => {
    const kinds = ["-U", "-Ur", "-Um", "-Un", "-Up", "-Uc"].map(
      (kind) => `unshare ${kind} true && echo unshare ${kind}`,
    );
    const clone =
      "perl -e 'my $pid = syscall(56, 0x10000000 | 17, 0, 0, 0, 0); exit 0 if $pid == 0; print \"cloned\\n\" if $pid > 0'";
    const text = await report([...kinds, process.arch === "x64" ? clone : "true"].join("\n"));
    expect(text).not.toMatch(/^(?:unshare -|cloned)/m);
  });

  it.skipIf(calls[process.arch] === undefined)("can't call what no program needs", { tags: ["long"] }, async () => {
    const numbers = Object.entries(calls[process.arch] ?? {});
    const lines = [
      ...numbers.map(([name, number]) => `syscall(${number}, 0, 0, 0, 0, 0); print "${name} ", $! + 0, "\\n";`),
      ...Object.entries(sockets).map(
        ([name, family]) => `syscall(41, ${family}, 1, 0); print "${name} ", $! + 0, "\\n";`,
      ),
      'syscall(435, 0, 0); print "clone3 ", $! + 0, "\\n";',
      'syscall(0x40000000 | 39); print "x32 ", $! + 0, "\\n";',
      'syscall(101, 16, 1, 0, 0); print "attach ", $! + 0, "\\n";',
      'syscall(101, 0x4206, 1, 0, 0); print "seize ", $! + 0, "\\n";',
      'my $key = "x"; syscall(16, 0, 0x5412, $key); print "tiocsti ", $! + 0, "\\n";',
    ];
    const text = await report(`cat > probe.pl <<'END'\n${lines.join("\n")}\nEND\nperl probe.pl`);
    expect(
      Object.fromEntries(
        text
          .trim()
          .split("\n")
          .map((line) => line.split(" ")),
      ),
    ).toEqual({
      ...Object.fromEntries(numbers.map(([name]) => [name, String(EPERM)])),
      ...Object.fromEntries(Object.keys(sockets).map((name) => [name, String(EAFNOSUPPORT)])),
      clone3: String(ENOSYS),
      x32: String(ENOSYS),
      attach: String(EPERM),
      seize: String(EPERM),
      tiocsti: String(EPERM),
    });
  });

  it("still runs what developers use", { tags: ["long"] }, async () => {
    const server =
      "const s = require('net').createServer((c) => c.end('ok')).listen(0, () => require('net').connect(s.address().port).on('data', (d) => { console.log(String(d)); s.close(); }))";
    const text = await report(
      [
        `${target.node} -e "${server}"`,
        `${target.node} -e "new (require('worker_threads').Worker)('console.log(1)', { eval: true })"`,
        `${target.node} -e "console.log(Object.keys(require('os').networkInterfaces()))"`,
        "git init -q ../other && git -C ../other status --short && echo git works",
        "perl -e 'print syscall(101, 0, 0, 0, 0) == 0 ? qq(traceme\\n) : qq(no trace\\n)'",
        "cat /proc/sys/kernel/ostype; date > /dev/null && echo dated; (sleep 0.01 & wait) && echo waited",
      ].join("\n"),
    );
    expect(text).toBe(
      [
        "ok",
        "1",
        "[ 'lo' ]",
        "git works",
        process.arch === "x64" ? "traceme" : expect.anything(),
        "Linux",
        "dated",
        "waited",
        "",
      ].join("\n"),
    );
  });
});
