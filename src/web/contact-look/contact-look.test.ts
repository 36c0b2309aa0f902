import { describe, expect, it } from "vitest";
import { contactTypes } from "#contract/contact-link.ts";
import { contactColors } from "#contract/support.ts";
import { contactInk, contactPaint, lookOf } from "./contact-look.ts";

/** WCAG's relative luminance of `#rrggbb`. */
function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

it.each(contactColors)("contactPaint %s has a contrast of at least 4.5 with contactInk", (color) => {
  const contrast = (luminance(contactInk) + 0.05) / (luminance(contactPaint[color]) + 0.05);
  expect(contrast).toBeGreaterThanOrEqual(4.5);
});

describe("lookOf", () => {
  it("returns a different icon for each type", () => {
    const icons = contactTypes.map((type) => lookOf({ type, value: "", color: null }).icon);
    expect(new Set(icons).size).toBe(contactTypes.length);
  });

  it("prefers the contact's colour over the default of its type", () => {
    expect(lookOf({ type: "phone", value: "", color: null }).paint).toBe(contactPaint["green-500"]);
    expect(lookOf({ type: "phone", value: "", color: "pink-500" }).paint).toBe(contactPaint["pink-500"]);
  });

  it("shows the value of phone and e-mail contacts, and a text for other types", () => {
    expect(lookOf({ type: "phone", value: "1900 0000", color: null }).about).toBe("1900 0000");
    expect(lookOf({ type: "email", value: "mailto:a@example.com", color: null }).about).toBe("a@example.com");
    expect(lookOf({ type: "telegram", value: "@x", color: null }).about).toBe("Nhắn tin qua Telegram");
  });
});
