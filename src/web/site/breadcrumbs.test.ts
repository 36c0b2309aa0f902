import { expect, it } from "vitest";
import { breadcrumbs } from "./breadcrumbs.ts";
import { pages } from "./pages.ts";

it("leads from the home page to the page, by absolute addresses", () => {
  expect(breadcrumbs("https://ngannga.example", pages.categories)).toEqual({
    "@type": "BreadcrumbList",
    itemListElement: [
      { "@type": "ListItem", position: 1, name: "Trang chủ", item: "https://ngannga.example/" },
      { "@type": "ListItem", position: 2, name: "Chọn thể loại", item: "https://ngannga.example/categories" },
    ],
  });
});
