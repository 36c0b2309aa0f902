/** Back offices for tests of what all of them share. */
import { Inbox, LayoutDashboard } from "lucide";
import type { ComponentType } from "react";
import { onTestFinished, vi } from "vitest";
import { adminArea } from "../../src/web/admin/area.ts";
import { writeStored } from "../../src/web/lib/storage.ts";
import type { Area } from "../../src/web/resource/area/area.ts";
import { AreaLayout } from "../../src/web/resource/area/layout.tsx";
import { LoginScreen, skipLogin } from "../../src/web/resource/area/login.tsx";
import * as frame from "../../src/web/resource/area/screen.tsx";
import { createMenu } from "../../src/web/resource/area/screens.ts";
import { endSession, requireSession, storeSession } from "../../src/web/resource/area/session.ts";
import { staffArea } from "../../src/web/staff/area.tsx";
import { type Rendered, renderRoutes } from "./render.tsx";
import { aStaffInfo } from "./staff.ts";

/** The staff's back office with a menu of more than one screen. */
const staffAreaWithMenu: Area = {
  ...staffArea,
  menu: createMenu("/staff", { work: "Công việc" }, [
    { path: "dashboard", file: "", label: "Tổng quan", icon: LayoutDashboard },
    { path: "requests", file: "", label: "Yêu cầu", icon: Inbox, group: "work" },
  ]),
};

/** A back office whose requests a test answers; at first all succeed. */
export interface TestArea extends Area {
  /** E-mail or user name of its account. */
  account: string;
  /** Stored values of a session of the account. */
  session: Record<string, string>;
  /** Another of its screens than the first. */
  otherPath: string;
}

function testArea(area: Area, facts: Pick<TestArea, "account" | "session" | "otherPath">): TestArea {
  return {
    ...area,
    ...facts,
    login: { ...area.login, send: async () => facts.session },
    logout: async () => undefined,
    fetchAccount: async () => facts.account,
    changes: undefined,
  };
}

export const testAreas: readonly TestArea[] = [
  testArea(adminArea, {
    account: "quan-tri@example.com",
    session: { adminToken: "admin-token" },
    otherPath: "/admin/genres",
  }),
  testArea(staffAreaWithMenu, {
    account: "thu_ha",
    session: { staffToken: "staff-token", staffInfo: JSON.stringify(aStaffInfo()) },
    otherPath: "/staff/requests",
  }),
];

/** Stores a session of an area's account. */
export function logInTo(area: TestArea): void {
  storeSession(area, area.session);
}

/** Simulates that another tab changes the stored values. */
export function changeInOtherTab(values: Record<string, string | null>): void {
  for (const [key, value] of Object.entries(values)) {
    writeStored(key as "adminToken", value);
    window.dispatchEvent(new StorageEvent("storage", { key, newValue: value }));
  }
}

/** Renders a back office, its login included, at a URL; each of its paths shows the screen. Its session ends with the test. */
export function openArea(area: Area, at: string, Screen: ComponentType): Promise<Rendered> {
  onTestFinished(() => endSession(area));
  return renderRoutes(
    [
      {
        id: "login",
        path: area.loginPath,
        loader: () => skipLogin(area),
        action: () => {
          endSession(area);
          return null;
        },
        Component: () => <LoginScreen area={area} />,
      },
      {
        id: "layout",
        loader: ({ request }) => requireSession(area, request),
        Component: () => <AreaLayout area={area} />,
        children: [
          {
            id: "frame",
            Component: frame.default,
            ErrorBoundary: frame.ErrorBoundary,
            children: area.menu.screens.map(({ path }) => ({ id: path, path, Component: Screen })),
          },
        ],
      },
    ],
    at,
  );
}

/** Takes the console errors of the test. Returns a function that returns them as one text. */
export function takeErrors(): () => string {
  const errors: unknown[] = [];
  vi.mocked(console.error).mockImplementation((...parts) => void errors.push(...parts));
  return () => errors.map(String).join("\n");
}
