/** The looks of each route in both themes and at each width (`support/screen-check.ts`), as it is on a running server. */
import { officeLines, publicLines, serverLines } from "../support/route-lines.ts";
import { checkScreen } from "../support/screen-check.ts";
import { expect } from "../support/test.ts";
import { nameOf, test, visit, visitorOf, waitForOffice } from "../support/visit.ts";

for (const line of publicLines) {
  test(nameOf(line), async ({ page, site, expectErrors }) => {
    await visit({ page, site, expectErrors }, line);
    // The last part, which loads once the contacts have arrived.
    if (!line.bare) await expect(page.getByRole("button", { name: "Liên hệ hỗ trợ" })).toBeVisible();
    await checkScreen(page, { name: nameOf(line), ...line });
  });
}

for (const visitor of ["admin", "staff", "fresh"] as const) {
  test.describe(() => {
    test.use({ visitor });
    for (const line of officeLines.filter((each) => visitorOf(each) === visitor)) {
      test(nameOf(line), async ({ page, site, expectErrors }) => {
        await visit({ page, site, expectErrors }, line);
        await waitForOffice(page);
        await checkScreen(page, { name: nameOf(line), ...line });
      });
    }
  });
}

for (const line of serverLines) {
  test(nameOf(line), async ({ page, site, expectErrors }) => {
    await visit({ page, site, expectErrors }, line);
    await checkScreen(page, { name: nameOf(line), ...line });
  });
}
