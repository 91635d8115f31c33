/** Numbers of the system calls that a filter names, of one processor architecture. */
type Calls = Readonly<
  Record<(typeof deniedCalls)[number] | "clone" | "clone3" | "ioctl" | "ptrace" | "socket", number>
>;

/** What no program of a run needs: mounts, keys, other processes' memory, the clock, modules, and rarely used parts of the kernel. */
const deniedCalls = [
  ...(["mount", "umount2", "pivot_root", "open_tree", "move_mount", "fsopen", "fsconfig"] as const),
  ...(["fsmount", "fspick", "mount_setattr", "setns", "keyctl", "add_key", "request_key"] as const),
  ...(["io_uring_setup", "io_uring_enter", "io_uring_register", "userfaultfd", "bpf", "perf_event_open"] as const),
  ...(["process_vm_readv", "process_vm_writev", "process_madvise", "pidfd_getfd", "kcmp"] as const),
  ...([
    "name_to_handle_at",
    "open_by_handle_at",
    "fanotify_init",
    "quotactl",
    "quotactl_fd",
    "lookup_dcookie",
  ] as const),
  ...(["init_module", "finit_module", "delete_module", "kexec_load", "kexec_file_load", "reboot"] as const),
  ...(["swapon", "swapoff", "acct", "syslog", "vhangup", "sethostname", "setdomainname"] as const),
  ...(["settimeofday", "clock_settime", "clock_adjtime", "adjtimex"] as const),
] as const;

/** Added since the architectures share their numbers. */
const sharedCalls = {
  io_uring_setup: 425,
  io_uring_enter: 426,
  io_uring_register: 427,
  open_tree: 428,
  move_mount: 429,
  fsopen: 430,
  fsconfig: 431,
  fsmount: 432,
  fspick: 433,
  clone3: 435,
  pidfd_getfd: 438,
  process_madvise: 440,
  mount_setattr: 442,
  quotactl_fd: 443,
};

const x64: Calls = {
  ...sharedCalls,
  ioctl: 16,
  socket: 41,
  clone: 56,
  ptrace: 101,
  syslog: 103,
  vhangup: 153,
  pivot_root: 155,
  adjtimex: 159,
  acct: 163,
  settimeofday: 164,
  mount: 165,
  umount2: 166,
  swapon: 167,
  swapoff: 168,
  reboot: 169,
  sethostname: 170,
  setdomainname: 171,
  init_module: 175,
  delete_module: 176,
  quotactl: 179,
  lookup_dcookie: 212,
  clock_settime: 227,
  kexec_load: 246,
  add_key: 248,
  request_key: 249,
  keyctl: 250,
  perf_event_open: 298,
  fanotify_init: 300,
  name_to_handle_at: 303,
  open_by_handle_at: 304,
  clock_adjtime: 305,
  setns: 308,
  process_vm_readv: 310,
  process_vm_writev: 311,
  kcmp: 312,
  finit_module: 313,
  kexec_file_load: 320,
  bpf: 321,
  userfaultfd: 323,
};

const arm64: Calls = {
  ...sharedCalls,
  lookup_dcookie: 18,
  ioctl: 29,
  umount2: 39,
  mount: 40,
  pivot_root: 41,
  vhangup: 58,
  quotactl: 60,
  acct: 89,
  kexec_load: 104,
  init_module: 105,
  delete_module: 106,
  clock_settime: 112,
  syslog: 116,
  ptrace: 117,
  reboot: 142,
  sethostname: 161,
  setdomainname: 162,
  settimeofday: 170,
  adjtimex: 171,
  socket: 198,
  add_key: 217,
  request_key: 218,
  keyctl: 219,
  clone: 220,
  swapon: 224,
  swapoff: 225,
  perf_event_open: 241,
  fanotify_init: 262,
  name_to_handle_at: 264,
  open_by_handle_at: 265,
  clock_adjtime: 266,
  setns: 268,
  process_vm_readv: 270,
  process_vm_writev: 271,
  kcmp: 272,
  finit_module: 273,
  bpf: 280,
  userfaultfd: 282,
  kexec_file_load: 294,
};

const architectures: Partial<Record<NodeJS.Architecture, { audit: number; calls: Calls; unshare: number }>> = {
  x64: { audit: 0xc000003e, calls: x64, unshare: 272 },
  arm64: { audit: 0xc00000b7, calls: arm64, unshare: 97 },
};

const [allow, errno] = [0x7fff0000, 0x00050000];
const [EPERM, ENOSYS, EAFNOSUPPORT] = [1, 38, 97];
/** Unix, IPv4, IPv6 and, for the list of interfaces, netlink. */
const socketFamilies = [1, 2, 10, 16];
/** CLONE_NEWTIME to CLONE_NEWNET. */
const namespaceFlags = 0x7e020080;
/** TIOCSTI and TIOCLINUX put characters into a terminal's input. */
const terminalRequests = [0x5412, 0x541c];
/** PTRACE_ATTACH and PTRACE_SEIZE. A debugger still traces the programs that it starts. */
const traceOthers = [16, 0x4206];

/** Instructions of classic BPF: load a word, compare, test bits, return. */
const load = (offset: number) => [0x20, 0, 0, offset];
const equal = (value: number, yes: number, no: number) => [0x15, yes, no, value];
const atLeast = (value: number, yes: number, no: number) => [0x35, yes, no, value];
const hasBits = (value: number, yes: number, no: number) => [0x45, yes, no, value];
const leave = (action: number) => [0x06, 0, 0, action];

const [numberOffset, architectureOffset, argumentsOffset] = [0, 4, 16];
/** Offset of the lower half of an argument, on little-endian machines. */
const argument = (index: number) => load(argumentsOffset + index * 8);

/** A call that is denied when its argument is one of the values. */
const deniedWith = (call: number, index: number, values: readonly number[], error: number) => [
  equal(call, 0, values.length + 3),
  argument(index),
  ...values.map((value, at) => equal(value, values.length - at, 0)),
  leave(allow),
  leave(errno | error),
];

/** A call that is denied unless its argument is one of the values. */
const allowedWith = (call: number, index: number, values: readonly number[], error: number) => [
  equal(call, 0, values.length + 3),
  argument(index),
  ...values.map((value, at) => equal(value, values.length - at, 0)),
  leave(errno | error),
  leave(allow),
];

const withoutNamespaces = (call: number) => [
  equal(call, 0, 4),
  argument(0),
  hasBits(namespaceFlags, 0, 1),
  leave(errno | EPERM),
  leave(allow),
];

/**
 * A seccomp filter (classic BPF, as bubblewrap reads it) that keeps a run's processes from {@link deniedCalls}, new namespaces,
 * other processes' traces and other kinds of sockets. `undefined` on architectures without one.
 */
export function seccompFilter(architecture: NodeJS.Architecture = process.arch): Buffer | undefined {
  const target = architectures[architecture];
  if (!target) return undefined;
  const { audit, calls, unshare } = target;
  const program = [
    load(architectureOffset),
    // Programs for other architectures use other numbers.
    equal(audit, 1, 0),
    leave(errno | ENOSYS),
    load(numberOffset),
    // The x32 calls of x64.
    atLeast(0x40000000, 0, 1),
    leave(errno | ENOSYS),
    // Its flags are in memory, where a filter can't read them. Programs fall back to clone.
    equal(calls.clone3, 0, 1),
    leave(errno | ENOSYS),
    ...deniedCalls.flatMap((name) => [equal(calls[name], 0, 1), leave(errno | EPERM)]),
    ...withoutNamespaces(calls.clone),
    ...withoutNamespaces(unshare),
    ...allowedWith(calls.socket, 0, socketFamilies, EAFNOSUPPORT),
    ...deniedWith(calls.ptrace, 0, traceOthers, EPERM),
    ...deniedWith(calls.ioctl, 1, terminalRequests, EPERM),
    leave(allow),
  ];
  const bytes = Buffer.alloc(program.length * 8);
  for (const [index, [code = 0, yes = 0, no = 0, value = 0]] of program.entries()) {
    bytes.writeUInt16LE(code, index * 8);
    bytes.writeUInt8(yes, index * 8 + 2);
    bytes.writeUInt8(no, index * 8 + 3);
    bytes.writeUInt32LE(value, index * 8 + 4);
  }
  return bytes;
}
