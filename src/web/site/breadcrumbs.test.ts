import { expect, it } from "vitest";
import { breadcrumbs } from "./breadcrumbs.ts";
import { routes } from "./routes.ts";

it("lists the home page and the page with absolute URLs", () => {
  expect(breadcrumbs("https://ngannga.example", routes.categories)).toEqual({
    "@type": "BreadcrumbList",
    itemListElement: [
      { "@type": "ListItem", position: 1, name: "Trang chủ", item: "https://ngannga.example/" },
      { "@type": "ListItem", position: 2, name: "Chọn thể loại", item: "https://ngannga.example/categories" },
    ],
  });
});
