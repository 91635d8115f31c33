// The import rules described in docs/architecture.md. Run by `npm run lint`.
const tests = "\\.test\\.tsx?$|/testing/";

/** The folders each folder can import from, besides packages and Node. */
const direction = [
  ["lib/contract", []],
  ["lib/model", ["lib/contract"]],
  ["lib/core", ["lib/model/masking"]],
  ["lib/client", ["lib/model", "lib/contract"]],
  ["lib/server", ["lib/model", "lib/contract", "lib/core", "postgres"]],
  ["components", ["lib/client", "lib/model", "lib/contract", "lib/core/clock"]],
  ["app", ["components", "lib/client", "lib/model", "lib/contract", "lib/server", "lib/core/clock", "lib/core/http"]],
  ["postgres", ["lib/core"]],
  ["git", ["lib/contract", "lib/model", "lib/core"]],
  ["runner", ["git", "lib/contract", "lib/model", "lib/core"]],
  ["service", ["runner", "git", "lib/contract", "lib/model", "lib/core", "postgres"]],
  ["worker", ["runner", "git", "lib/contract", "lib/model", "lib/core", "postgres"]],
].map(([folder, targets]) => ({
  name: `${folder} imports only ${[folder, ...targets].join(", ")}`,
  severity: "error",
  from: { path: `^${folder}/`, pathNot: tests },
  to: {
    path: "^(app|bench|components|e2e|git|lib|postgres|runner|scripts|service|worker)/",
    pathNot: `^(${[folder, ...targets].join("|")})[/.]`,
  },
}));

export default {
  forbidden: [
    ...direction,
    {
      name: "lib/contract imports no package except zod",
      severity: "error",
      from: { path: "^lib/contract/", pathNot: tests },
      to: { path: "node_modules", pathNot: "node_modules/zod/" },
    },
    {
      name: "hosting doesn't import the runner",
      severity: "error",
      from: { path: "^service/(core|github|hosting|remotes|ssh)/", pathNot: tests },
      to: { path: "^runner/" },
    },
    {
      name: "folders don't import each other in cycles",
      severity: "error",
      scope: "folder",
      from: {},
      to: { circular: true },
    },
    {
      name: "import cycles stay inside one folder",
      severity: "error",
      from: { path: "^(.+)/[^/]+$" },
      to: { circular: true, via: { pathNot: "^$1/[^/]+$" } },
    },
  ],
  options: {
    exclude: { path: tests },
    doNotFollow: { path: "node_modules" },
    webpackConfig: { fileName: ".dependency-cruiser.resolve.cjs" },
  },
};
