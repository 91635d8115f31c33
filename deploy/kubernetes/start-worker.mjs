#!/usr/bin/env node
// The controller's hook on Kubernetes: starts a Job with a worker for one request. Exits with 1 if it can't, and with 3 if a
// follow-up needs the workspace of a Job that has ended.
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";

const account = process.env.SERVICE_ACCOUNT_DIR ?? "/var/run/secrets/kubernetes.io/serviceaccount";
const read = (name) => readFileSync(`${account}/${name}`, "utf8").trim();
const { KUBERNETES_URL = "https://kubernetes.default.svc", WORKER_IMAGE = "slipway" } = process.env;
const { SVC_AGENT_WORKER_ID: workerId = "", SVC_WAKE: wake } = process.env;
const namespace = read("namespace");

/** Returns the response of the Kubernetes API, whose certificate NODE_EXTRA_CA_CERTS verifies. */
async function call(method, path, body) {
  const response = await fetch(`${KUBERNETES_URL}${path}`, {
    method,
    headers: { authorization: `Bearer ${read("token")}`, "content-type": "application/json" },
    body: body && JSON.stringify(body),
  });
  return { status: response.status, body: await response.json() };
}

const name = `slipway-worker-${createHash("sha256").update(workerId).digest("hex").slice(0, 20)}`;
const labels = { "app.kubernetes.io/name": "slipway", "app.kubernetes.io/component": "worker" };
const passed = ["SVC_AGENT_WORKER_ID", "SVC_WORKER_POOL_NAME", "SVC_API_ENDPOINT", "SVC_AUTH_TOKEN", "SVC_API_KEY"];
const variables = passed.filter((each) => process.env[each]);

const job = {
  apiVersion: "batch/v1",
  kind: "Job",
  metadata: { name, labels },
  spec: {
    backoffLimit: 0,
    ttlSecondsAfterFinished: 300,
    template: {
      metadata: { labels },
      spec: {
        restartPolicy: "Never",
        automountServiceAccountToken: false,
        enableServiceLinks: false,
        // Active runs can finish when the node is drained.
        terminationGracePeriodSeconds: 14_400,
        // The sandbox needs user namespaces and mounts /proc. Kubernetes allows an unmasked /proc only in a user namespace.
        hostUsers: false,
        securityContext: { runAsUser: 10_001, fsGroup: 10_001, seccompProfile: { type: "Unconfined" } },
        containers: [
          {
            name: "worker",
            image: WORKER_IMAGE,
            args: ["worker", "--worker-dir", "/work", "--idle-release-timeout", "600", "start"],
            env: [
              { name: "DATA_DIR", value: "/work/data" },
              ...variables.map((key) => ({ name: key, valueFrom: { secretKeyRef: { name, key } } })),
            ],
            resources: { requests: { cpu: "500m", memory: "1Gi" } },
            securityContext: { appArmorProfile: { type: "Unconfined" }, procMount: "Unmasked" },
            volumeMounts: [{ name: "work", mountPath: "/work" }],
          },
        ],
        volumes: [{ name: "work", emptyDir: {} }],
      },
    },
  },
};

const jobs = `/apis/batch/v1/namespaces/${namespace}/jobs`;
if (wake) {
  const { status, body } = await call("GET", `${jobs}/${name}`);
  process.exit(status === 200 && body.status?.active ? 0 : 3);
}
const created = await call("POST", jobs, job);
if (created.status !== 201) {
  console.error(`couldn't create the Job: ${created.status} ${created.body.message ?? ""}`);
  process.exit(1);
}
// The pod waits for the secret, which is deleted with the Job.
const secret = await call("POST", `/api/v1/namespaces/${namespace}/secrets`, {
  apiVersion: "v1",
  kind: "Secret",
  metadata: {
    name,
    labels,
    ownerReferences: [{ apiVersion: "batch/v1", kind: "Job", name, uid: created.body.metadata.uid }],
  },
  stringData: Object.fromEntries(variables.map((key) => [key, process.env[key]])),
});
if (secret.status !== 201) {
  console.error(`couldn't create the Secret: ${secret.status} ${secret.body.message ?? ""}`);
  await call("DELETE", `${jobs}/${name}?propagationPolicy=Background`);
  process.exit(1);
}
