/** Setup of component tests: the product's styles, and a clean browser state before each test. */
import { afterEach, beforeEach } from "vitest";
import { commands, page } from "vitest/browser";
import "../../src/web/styles/app.css";
import "./still.css";
import { checkConsole, watchConsole } from "./errors.ts";

document.documentElement.lang = "vi";

beforeEach(async () => {
  localStorage.clear();
  sessionStorage.clear();
  document.documentElement.className = "";
  delete document.documentElement.dataset.session;
  watchConsole();
  await page.viewport(1280, 800);
  await commands.emulateMedia({ colorScheme: "light", reducedMotion: "no-preference" });
});

afterEach(() => {
  checkConsole();
});
