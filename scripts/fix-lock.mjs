// Adds lock entries for optional platform packages that a registry did not serve.
import fs from "node:fs";

const f = process.argv[2] || "package-lock.json";
const l = JSON.parse(fs.readFileSync(f, "utf8"));
let n = 0;
const OS = ["aix", "android", "darwin", "freebsd", "linux", "netbsd", "openbsd", "openharmony", "sunos", "win32"],
  CPU = ["arm64", "arm", "x64", "ia32", "loong64", "mips64el", "ppc64", "riscv64", "s390x", "wasm32"];
for (const [k, p] of Object.entries({ ...l.packages })) {
  for (const [name, range] of Object.entries(p.optionalDependencies || {})) {
    const _parts = k.split("node_modules/");
    let found = false;
    let base = k;
    for (;;) {
      const c = `${base ? `${base}/` : ""}node_modules/${name}`;
      if (l.packages[c]) {
        found = true;
        break;
      }
      if (!base) break;
      const i = base.lastIndexOf("/node_modules/");
      base = i >= 0 ? base.slice(0, i) : "";
    }
    if (found) continue;
    if (!/^\d/.test(range)) {
      console.log("range not exact, skipped", name, range);
      continue;
    }
    const t = name.toLowerCase();
    const os = OS.find((o) => t.includes(o)),
      cpu = CPU.find((c) => t.split(/[-_/.]/).some((s) => s === c || (c === "arm" && s === "arm")));
    const e = { version: range };
    if (p.dev) e.dev = true;
    e.optional = true;
    if (os) e.os = [os];
    if (cpu) e.cpu = [cpu];
    if (/musl/.test(t)) e.libc = ["musl"];
    else if (/gnu/.test(t) && os === "linux") e.libc = ["glibc"];
    l.packages[`node_modules/${name}`] = e;
    n++;
  }
}
l.packages = Object.fromEntries(Object.entries(l.packages).sort(([a], [b]) => (a < b ? -1 : 1)));
fs.writeFileSync(f, `${JSON.stringify(l, null, 2)}\n`);
console.log("added", n);
