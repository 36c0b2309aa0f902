/** Runs before each component test file: the product's styles, and before each test an empty browser. */
import { afterEach, beforeEach } from "vitest";
import { commands, page } from "vitest/browser";
import "../../src/web/styles/app.css";
import "./still.css";
import { checkConsole, watchConsole } from "./trouble.ts";

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
