/** Those who work here, staff and administrators, with what all of them share: the bin, the trail of changes and the settings of the site. */
import { administratorRoutes } from "#server/features/accounts/administrators/administrators.routes.ts";
import { createAdministrators } from "#server/features/accounts/administrators/administrators.service.ts";
import { peopleOfOffice } from "#server/features/accounts/people.service.ts";
import { accountSecurityRoutes } from "#server/features/accounts/second-factor/account-security.routes.ts";
import { createAccountSecurity } from "#server/features/accounts/second-factor/account-security.service.ts";
import { staffRoutes } from "#server/features/accounts/staff/staff.routes.ts";
import { createStaff } from "#server/features/accounts/staff/staff.service.ts";
import { historyRoutes } from "#server/features/audit/history.routes.ts";
import { createHistory } from "#server/features/audit/history.service.ts";
import { binRoutes } from "#server/features/bin/bin.routes.ts";
import { releaseRequests, requestLoads } from "#server/features/requests/loads.service.ts";
import { createSettings } from "#server/features/settings/settings.service.ts";
import type { AccountsWing } from "./accounts.ts";
import type { FilesWing } from "./files.ts";
import type { Messages } from "./messages.ts";
import type { Platform } from "./platform.ts";

export type Team = ReturnType<typeof openTeam>;

/** Makes staff, administrators and the settings; the routes of the settings are added by the office. */
export function openTeam({
  platform: { database, log },
  messages: { notifications, recordSensitive },
  accounts: { accounts, accountMail, confirmations, passwords, router, secondFactors },
  files: { bin, binContents },
}: {
  platform: Platform;
  messages: Messages;
  accounts: AccountsWing;
  files: FilesWing;
}) {
  const { db } = database;
  const staff = createStaff({
    database,
    passwords,
    accounts,
    requestLoads: (ids) => requestLoads(db, ids),
    releaseRequests,
    bin,
    notifications,
    recordSensitive,
  });
  staffRoutes(router, staff);
  binRoutes(router, binContents);
  const history = createHistory({ database, people: () => peopleOfOffice(db) });
  historyRoutes(router, history);
  accountSecurityRoutes(
    router,
    createAccountSecurity({ database, passwords, accounts, secondFactors, confirmations, recordSensitive }),
  );
  administratorRoutes(router, createAdministrators({ ...accountMail, passwords, accounts, recordSensitive }));
  return { staff, history, settings: createSettings({ database, log, recordSensitive }) };
}
