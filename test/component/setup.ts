/** Setup of component tests: the product's styles, and a clean browser state before each test. */
import { afterEach, beforeEach } from "vitest";
import { commands, page, server } from "vitest/browser";
import { cleanup } from "vitest-browser-react/pure";
import "../../src/web/styles/app.css";
import { whenIdle } from "../../src/web/lib/when-idle.ts";
import "./still.css";
import { checkConsole, watchConsole } from "./errors.ts";

document.documentElement.lang = "vi";
// Unseen, the page is laid out and reacts as ever; drawing it took a third of the processor's time.
if (server.config.browser.headless) (window.frameElement as HTMLElement).style.opacity = "0";

// In a frame that is not drawn an idle moment may be seconds away.
const { setTimeout: later } = window;
window.requestIdleCallback = (task) => later(() => task({ didTimeout: false, timeRemaining: () => 50 }));

beforeEach(async () => {
  localStorage.clear();
  sessionStorage.clear();
  document.documentElement.className = "";
  delete document.documentElement.dataset.session;
  watchConsole();
  window.scrollTo({ top: 0, behavior: "instant" });
  if (window.innerWidth !== 1280 || window.innerHeight !== 800) await page.viewport(1280, 800);
  await commands.resetVisitor();
});

afterEach(async () => {
  await cleanup();
  // What the page has put off to an idle moment still meets the answers of its own test.
  await new Promise<void>((resolve) => whenIdle(resolve));
  silencePlayers();
  checkConsole();
});

/** The next page has a player of its own. */
function silencePlayers(): void {
  for (const audio of document.querySelectorAll("body > audio")) {
    audio.remove();
    (audio as HTMLAudioElement).pause();
    audio.removeAttribute("src");
    (audio as HTMLAudioElement).load();
  }
}
