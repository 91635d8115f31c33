import { updateAccount } from "./testing/account";
import { expect, signIn, test } from "./testing/app";
import { createFinishedAgent } from "./testing/run-agent";

const png = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

const webm =
  "GkXfo0AgQoaBAUL3gQFC8oEEQvOBCEKCQAR3ZWJtQoeBAkKFgQIYU4BnQI0VSalmQCgq17FAAw9CQE2AQAZ3aGFtbXlXQUAGd2hhbW15RIlACECPQAAAAAAAFlSua0AxrkAu14EBY8WBAZyBACK1nEADdW5khkAFVl9WUDglhohAA1ZQOIOBAeBABrCBCLqBCB9DtnVAIueBAKNAHIEAAIAwAQCdASoIAAgAAUAmJaQAA3AA/vz0AAA=";

/** 10 ms of silence. */
const wav =
  "UklGRnQAAABXQVZFZm10IBAAAAABAAEAQB8AAEAfAAABAAgAZGF0YVAAAACAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgA==";

const script = [
  "cd artifacts",
  `printf '%s' '${png}' | base64 -d > shot.png`,
  `printf '%s' '${webm}' | base64 -d > clip.webm`,
  `printf '%s' '${wav}' | base64 -d > tone.wav`,
  "printf '# Report\\n\\n<script>window.ran = 1</script>\\n\\n[a](javascript:window.ran=2)\\n\\n**bold**\\n' > report.md",
  "printf '<script>parent.ran = 3; window.ran = 3</script>' > page.html",
  "printf '<svg xmlns=\"http://www.w3.org/2000/svg\"><script>window.ran = 4</script></svg>' > drawing.svg",
  "printf '%%PDF-1.4\\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj 2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj 3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 99 99]>>endobj\\ntrailer<</Root 1 0 R>>' > paper.pdf",
  "head -c 3000000 /dev/zero | tr '\\0' 'x' > huge.log",
  "head -c 1000 /dev/urandom > blob.bin",
  "printf odd > 'ü #?%2e.txt'",
].join("\n");

test.describe("artifacts", () => {
  let id: string;

  test.beforeAll(async ({ app }) => {
    id = await createFinishedAgent(app, `Leave files.\n\`\`\`sh\n${script}\n\`\`\``);
  });
  test.beforeEach(({ page, app }) => signIn(page, app));

  test("appear next to the transcript, in a gallery, and in a list, and can be filtered", { tag: "@long" }, async ({
    page,
    app,
  }) => {
    await page.goto(`${app.webUrl}/agents/${id}`);
    const beside = page.getByRole("complementary", { name: "Details" }).getByRole("link", { name: "clip.webm" });
    await beside.click();
    await expect(page.getByRole("dialog", { name: "clip.webm" }).locator("video")).toBeVisible();
    await page.keyboard.press("Escape");
    await page.getByRole("link", { name: "View all 10" }).first().click();
    await expect(page).toHaveURL(/tab=artifacts/);
    const artifacts = page.getByRole("list", { name: "Artifacts" });
    await expect(artifacts.getByRole("button")).toHaveCount(10);
    await page.goto(`${app.webUrl}/artifacts?agent=${id}`);
    await page.locator("main header").getByRole("link", { name: "View agent" }).click();
    await expect(page).toHaveURL(new RegExp(`/agents/${id}`));
    await page.goBack();
    await page.getByRole("radio", { name: "List" }).click();
    await expect(page).toHaveURL(/view=list/);
    await page.getByRole("radio", { name: "Gallery" }).click();
    await expect(page).not.toHaveURL(/view=list/);
    await page.getByRole("searchbox", { name: "Filter artifacts" }).fill("SHOT");
    await expect(artifacts.getByRole("button")).toHaveCount(1);
    await page.reload();
    await expect(artifacts.getByRole("button")).toHaveCount(1);
    await page.getByRole("searchbox", { name: "Filter artifacts" }).fill("nothing like it");
    await page.getByRole("button", { name: "Clear filter" }).click();
    await expect(artifacts.getByRole("button")).toHaveCount(10);
    await updateAccount(app, { apiEnabled: false });
    await page.reload();
    await expect(page.getByText("Couldn't load artifacts.")).toBeVisible();
    await updateAccount(app, { apiEnabled: true });
    await page.getByRole("button", { name: "Try again" }).click();
    await expect(artifacts.getByRole("button")).toHaveCount(10);
    await updateAccount(app, { apiEnabled: false });
    await page.getByRole("navigation", { name: "Breadcrumbs" }).getByRole("link", { name: "Artifacts" }).click();
    await expect(page.getByText(/^Couldn't load artifacts of /)).toBeVisible();
    await expect(page.getByText("No artifacts yet")).toHaveCount(0);
    await updateAccount(app, { apiEnabled: true });
    await page.getByRole("button", { name: "Try again" }).click();
    await expect(artifacts.getByRole("button", { name: /shot\.png/ }).first()).toBeVisible();
  });

  test("are previewed by keyboard without running their content", { tag: "@long" }, async ({ page, app }) => {
    await page.goto(`${app.webUrl}/artifacts?agent=${id}&view=list`);
    const open = (name: string) =>
      page.getByRole("button", { name: new RegExp(name.replace(".", "\\.")) }).press("Enter");
    const dialog = page.getByRole("dialog");

    await open("shot.png");
    const image = dialog.getByRole("img", { name: "shot.png" });
    await expect(image).toBeVisible();
    await expect
      .poll(() => image.evaluate((element) => element instanceof HTMLImageElement && element.naturalWidth))
      .toBe(1);
    await dialog.getByRole("button", { name: "Next" }).focus();
    await page.keyboard.press("ArrowLeft");
    await expect(dialog.getByRole("heading", { name: "report.md" })).toBeVisible();
    await expect(dialog.locator("strong")).toHaveText("bold");
    await dialog.getByRole("button", { name: "Next" }).click();
    await expect(image).toBeVisible();
    await dialog.getByRole("button", { name: "Previous" }).click();
    await dialog.getByRole("radio", { name: "Source" }).click();
    await expect(dialog).toContainText("**bold**");
    await page.keyboard.press("Escape");

    await open("clip.webm");
    const video = dialog.locator("video");
    await expect
      .poll(() => video.evaluate((element) => element instanceof HTMLVideoElement && element.videoWidth))
      .toBe(8);
    await page.keyboard.press("Escape");

    await open("tone.wav");
    const sound = dialog.locator("audio");
    await expect
      .poll(() => sound.evaluate((element) => element instanceof HTMLAudioElement && element.duration))
      .toBe(0.01);
    await page.keyboard.press("Escape");

    await open("page.html");
    await expect(dialog.locator('iframe[title="page.html"]')).toHaveAttribute("sandbox", "");
    await dialog.getByRole("radio", { name: "Source" }).click();
    await expect(dialog).toContainText("<script>parent.ran = 3");
    await page.keyboard.press("Escape");
    await open("drawing.svg");
    await expect(dialog).toContainText("<svg xmlns");
    await page.keyboard.press("Escape");
    await open("huge.log");
    await expect(dialog).toContainText("Showing the first 262.1 kB of 3.0 MB.");
    await page.keyboard.press("Escape");
    await open("blob.bin");
    await expect(dialog).toContainText("No preview for this file type.");
    await page.keyboard.press("Escape");
    await open("%2e.txt");
    await expect(dialog).toContainText("odd");
    await page.keyboard.press("Escape");
    await open("paper.pdf");
    await expect(dialog.locator('iframe[title="paper.pdf"]')).toBeVisible();
    expect(await page.evaluate(() => Reflect.get(window, "ran"))).toBeUndefined();

    await dialog.getByRole("button", { name: "Create share link" }).click();
    const shownLink = dialog.getByRole("textbox", { name: "Temporary link" });
    await expect(shownLink).toHaveValue(/signature=/);
    const first = await shownLink.inputValue();
    await dialog.getByRole("button", { name: "Create new link" }).click();
    await expect(shownLink).not.toHaveValue(first);
    const link = await shownLink.inputValue();
    await expect(dialog).toContainText(/Expires in 14 min \d\d s/);
    await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
    await dialog.getByRole("button", { name: "Copy temporary link" }).click();
    await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(link);
    await expect(dialog.getByRole("link", { name: "Open" })).toHaveAttribute("href", /path=artifacts%2Fpaper\.pdf$/);
    const saved = page.waitForEvent("download");
    await dialog.getByRole("link", { name: "Download" }).click();
    expect((await saved).suggestedFilename()).toBe("paper.pdf");
    await dialog.locator('a[href^="/agents/"]').click();
    await expect(page).toHaveURL(new RegExp(`/agents/${id}`));
  });

  test("opened directly run no scripts and have the right content type", async ({ page, app }) => {
    const address = (path: string, as = "") =>
      `${app.webUrl}/api/artifacts/${id}?${new URLSearchParams({ path, ...(as ? { as } : {}) })}`;
    for (const name of ["page.html", "drawing.svg"]) {
      await page.goto(address(`artifacts/${name}`));
      expect(await page.evaluate(() => Reflect.get(window, "ran"))).toBeUndefined();
    }
    const response = await page.request.get(address("artifacts/page.html"));
    expect(response.headers()).toMatchObject({
      "content-type": "text/plain; charset=utf-8",
      "x-content-type-options": "nosniff",
      "content-security-policy": expect.stringContaining("sandbox"),
    });
    const part = await page.request.get(address("artifacts/huge.log"), { headers: { range: "bytes=10-13" } });
    expect([part.status(), await part.text()]).toEqual([206, "xxxx"]);
    const saved = await page.request.get(address("artifacts/shot.png", "save"));
    expect(saved.headers()["content-disposition"]).toMatch(/^attachment/);
    for (const path of ["artifacts/../x", "../keys.json", "/etc/passwd", "artifacts/"]) {
      expect((await page.request.get(address(path))).status(), path).toBe(400);
    }
    expect((await page.request.get(address("artifacts/none"))).status()).toBe(404);
    await page.context().clearCookies();
    expect((await page.request.get(address("artifacts/shot.png"))).status()).toBe(401);
  });
});
