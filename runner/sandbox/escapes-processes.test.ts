// @module-tag long

import { readFile } from "node:fs/promises";
import { expect, it, vi } from "vitest";
import type { RunFrame } from "../run/run-spec";
import { agentProgram } from "../testing/agent-program";
import { memoryFileCall } from "../testing/memory-file-call";
import { describeAttacks, isLong, processesWith } from "./testing/attacks";

describeAttacks("hostile processes", { overImage: "always" }, (target) => {
  it("leave nothing running after the run, even as detached daemons or ignoring signals", async () => {
    const alive = `${target.workspaceDir}/repos/alive`;
    const record = await target.attack(
      `setsid env -i /bin/sh -c 'trap "" TERM HUP INT; while :; do date > ${alive}; sleep 0.1; done' > /dev/null 2>&1 &
       until test -e ${alive}; do sleep 0.1; done`,
    );
    expect(record.outcome.status).toBe("FINISHED");
    expect(processesWith(alive)).toEqual([]);
  });

  it("end when the run is canceled", async () => {
    const controller = new AbortController();
    const frames: RunFrame[] = [];
    const text = `${target.workspaceDir}/never`;
    const running = target.attack(
      `setsid env -i /bin/sh -c 'trap "" TERM HUP INT; until test -e ${text}; do sleep 0.1; done' &
       trap "" TERM; echo "rea""dy"; until test -e ${text}; do sleep 0.1; done`,
      { signal: controller.signal, record: async (batch) => void frames.push(...batch) },
    );
    await vi.waitFor(() => expect(JSON.stringify(frames)).toContain("ready"), { timeout: 50_000 });
    controller.abort();
    expect((await running).outcome).toMatchObject({ status: "CANCELLED", branches: [] });
    expect(processesWith(text)).toEqual([]);
  });

  it("end the run when they use too much memory", async () => {
    const limits = { memoryBytes: 300 * 1024 ** 2 };
    const fill = "const kept = []; setInterval(() => kept.push(Buffer.alloc(40e6, 1)), 20)";
    const { outcome } = await target.attack(`${target.node} -e '${fill}'`, { limits });
    expect(outcome).toMatchObject({ status: "ERROR", error: { code: "memory_limit" } });
  });

  it.skipIf(memoryFileCall === undefined)("end the run when they keep files in memory", async () => {
    const fill = `my $n = "x"; my $fd = syscall(${memoryFileCall}, $n, 0); open(my $f, ">&=", $fd); print $f "x" x 1e6 while 1`;
    const { outcome } = await target.attack(`perl -e '${fill}'`, { limits: { memoryBytes: 300 * 1024 ** 2 } });
    expect(outcome).toMatchObject({ status: "ERROR", error: { code: "memory_limit" } });
  });

  it("end the run when they fill deleted files", async () => {
    const fill = "exec 3> held; rm held; head -c 200000000 /dev/urandom >&3; sleep 1000";
    const { outcome } = await target.attack(fill, { limits: { workspaceBytes: 100 * 1024 ** 2 } });
    expect(outcome).toMatchObject({ status: "ERROR", error: { code: "disk_limit" } });
  });

  it("end the run when they start threads endlessly", async () => {
    const thread = "new (require('worker_threads').Worker)('setInterval(() => {}, 1e6)', { eval: true })";
    const { outcome } = await target.attack(`${target.node} -e "setInterval(() => ${thread}, 20)"`, {
      limits: { processes: 60 },
    });
    expect(outcome).toMatchObject({ status: "ERROR", error: { code: "process_limit" } });
  });

  it("end the run when they fork endlessly", async () => {
    const { outcome } = await target.attack("f() { sleep 30 & sleep 0.01; f; }; f", { limits: { processes: 50 } });
    expect(outcome).toMatchObject({ status: "ERROR", error: { code: "process_limit" } });
    expect(processesWith(target.workspaceDir)).toEqual([]);
  });

  it("can print endlessly", async () => {
    const bytes = isLong ? 1024 ** 3 : 100_000_000;
    const record = await target.attack(`head -c ${bytes} /dev/zero | tr '\\0' 'x'; echo; echo kept > kept.txt`);
    expect(record.outcome.status).toBe("FINISHED");
    expect(target.output(record).length).toBeLessThan(4_000_000);
    expect(await target.pushed("kept.txt")).toBe("kept");
  });

  it("can signal only themselves", async () => {
    const record = await target.attack("echo x > x; kill -9 -1; sleep 30");
    expect(record.outcome.status).toBe("ERROR");
    expect(record.outcome.error?.code).not.toBe("internal_error");
  });

  it("can't use devices, mounts, kernel settings or host sockets", async () => {
    const probes = [
      "for name in sda mem kmsg kvm fuse net/tun; do test -e /dev/$name && echo device $name; done",
      "mknod node c 1 3 && cat node && echo made node; mknod disk b 8 0 && echo made disk",
      "echo 1 > /proc/sys/kernel/sysrq && echo wrote sysrq; echo b > /proc/sysrq-trigger && echo triggered",
      "mount -t tmpfs none /mnt && echo mounted; ls /sys/kernel /run/*.sock /var/run/*.sock",
      `grep -l ${target.canary} /proc/[0-9]*/environ`,
    ];
    const { outcome } = await target.attack(`{ ${probes.join("\n")}\n} > artifacts/report.txt 2> /dev/null; true`);
    expect(outcome.status).toBe("FINISHED");
    expect(await readFile(`${target.workspaceDir}/artifacts/report.txt`, "utf8")).toBe("");
  });
});

describeAttacks("a hostile agent program", { overImage: "long" }, (target) => {
  it.each([
    [
      "notifications",
      "for (let i = 0; i < 20_000; i += 1) update({ sessionUpdate: 'agent_message_chunk', content: { type: 'text', text: 'word ' } });",
    ],
    [
      "requests",
      "for (let i = 0; i < 5_000; i += 1) send({ id: 1000 + i, method: 'fs/write_text_file', params: { sessionId: 's', path: '/etc/passwd', content: 'x' } });",
    ],
    [
      "unknown methods",
      "for (let i = 0; i < 20_000; i += 1) send({ id: 1000 + i, method: 'x'.repeat(100), params: {} });",
    ],
    [
      "nested values",
      "update({ sessionUpdate: 'tool_call', toolCallId: 't', title: 't', rawInput: JSON.parse('['.repeat(5_000) + ']'.repeat(5_000)) });",
    ],
    [
      "broken messages",
      "for (let i = 0; i < 20_000; i += 1) process.stdout.write('{\"jsonrpc\": \\n\\u0000\\n[[[\\n');",
    ],
  ])("can flood the service with %s", async (name, flood) => {
    const end = "send({ id, result: { stopReason: 'end_turn' } });";
    const command = await target.harness.program(name.replace(" ", "-"), agentProgram(`${flood}\n${end}`));
    const { outcome, frames } = await target.attack("", {}, { command });
    expect(outcome.error?.code ?? "finished").toMatch(/^(finished|agent_protocol|agent_crashed)$/);
    expect(JSON.stringify(frames).length).toBeLessThan(8_000_000);
    expect(processesWith(target.workspaceDir)).toEqual([]);
  });
});
