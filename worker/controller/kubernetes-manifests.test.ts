import { readdirSync, readFileSync } from "node:fs";
import { Deployment } from "kubernetes-models/apps/v1";
import { Ingress } from "kubernetes-models/networking.k8s.io/v1";
import { Role, RoleBinding } from "kubernetes-models/rbac.authorization.k8s.io/v1";
import { ConfigMap, PersistentVolumeClaim, Service, ServiceAccount } from "kubernetes-models/v1";
import { expect, it } from "vitest";
import { parse, parseAllDocuments } from "yaml";

const folder = "deploy/kubernetes";
const read = (file: string) => readFileSync(`${folder}/${file}`, "utf8");
const kinds = [ConfigMap, Deployment, Ingress, PersistentVolumeClaim, Role, RoleBinding, Service, ServiceAccount];
const files = readdirSync(folder).filter((file) => file.endsWith(".yaml") && file !== "kustomization.yaml");

it("lists every manifest in the kustomization", () => {
  expect(parse(read("kustomization.yaml")).resources.toSorted()).toEqual(files.toSorted());
});

it.each(files)("%s follows the schemas of Kubernetes", (file) => {
  for (const document of parseAllDocuments(read(file))) {
    expect(document.errors).toEqual([]);
    const manifest = document.toJS();
    const Kind = kinds.find((each) => each.is(manifest));
    expect(Kind, `${manifest.apiVersion} ${manifest.kind}`).toBeDefined();
    if (Kind) new Kind(manifest).validate();
  }
});
