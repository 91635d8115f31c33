import type { TestService } from "../../testing/test-service";
import type { Send } from "./git-data-exercises";

const authorityKey = "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIAjrnxSbOotTOUCHT/yG1XPP1rZ4df5dDOKX6WUTfyL4 described";
const spareKey =
  "ecdsa-sha2-nistp256 AAAAE2VjZHNhLXNoYTItbmlzdHAyNTYAAAAIbmlzdHAyNTYAAABBBGc/ggXj2zBfQOmmi30vPkNj6JwaNk3Zk1UwB2mc2sL7eHwuNlYgd+NreThkGiFvo7S2Zgkbtp/FFBdYkEBrS74=";

/** Requests for SSH certificate authority and user SSH key operations. */
export function sshExercises(
  exchange: Send,
  repo: Record<string, string>,
  test: () => TestService,
): Record<string, () => Promise<void>> {
  const owner = { ownerSlug: repo.ownerSlug ?? "" };
  const none = { ownerSlug: "none" };
  const user = { email: "admin@localhost" };
  const idIn = (body: unknown) =>
    typeof body === "object" && body !== null && "id" in body && typeof body.id === "string" ? body.id : "";
  return {
    async addSshCertificateAuthority() {
      const body = { publicKey: authorityKey, name: "described" };
      await exchange("addSshCertificateAuthority", 200, { params: owner, body });
      await exchange("addSshCertificateAuthority", 409, { params: owner, body });
      await exchange("addSshCertificateAuthority", 400, {
        params: owner,
        body: { ...body, publicKey: "ssh-dss AAAA" },
      });
      await exchange("addSshCertificateAuthority", 404, { params: none, body });
    },
    async listSshCertificateAuthorities() {
      await exchange("listSshCertificateAuthorities", 200, { params: owner });
      await exchange("listSshCertificateAuthorities", 404, { params: none });
    },
    async setSshCertificateRequirement() {
      const body = { requireCertificates: false };
      await exchange("setSshCertificateRequirement", 200, { params: owner, body });
      await exchange("setSshCertificateRequirement", 400, { params: owner, body: {} });
      await exchange("setSshCertificateRequirement", 404, { params: none, body });
    },
    async deleteSshCertificateAuthority() {
      const body = { publicKey: spareKey, name: "spare" };
      const { body: added } = await exchange("addSshCertificateAuthority", 200, { params: owner, body });
      const params = { ...owner, certificateAuthorityId: idIn(added) };
      await exchange("deleteSshCertificateAuthority", 204, { params });
      await exchange("deleteSshCertificateAuthority", 404, { params });
    },
    async addSshKey() {
      const key = test().keys.admin;
      const body = { publicKey: authorityKey, name: "described" };
      await exchange("addSshKey", 200, { params: user, body, key });
      await exchange("addSshKey", 409, { params: user, body, key });
      await exchange("addSshKey", 400, { params: user, body: { ...body, publicKey: "none" }, key });
      await exchange("addSshKey", 404, { params: { email: "unknown@localhost" }, body, key });
    },
    async listSshKeys() {
      const key = test().keys.admin;
      await exchange("listSshKeys", 200, { params: user, key });
      await exchange("listSshKeys", 404, { params: { email: "unknown@localhost" }, key });
    },
    async deleteSshKey() {
      const key = test().keys.admin;
      const body = { publicKey: spareKey, name: "spare" };
      const { body: added } = await exchange("addSshKey", 200, { params: user, body, key });
      const params = { keyId: idIn(added) };
      await exchange("deleteSshKey", 200, { params, key });
      await exchange("deleteSshKey", 404, { params, key });
    },
  };
}
