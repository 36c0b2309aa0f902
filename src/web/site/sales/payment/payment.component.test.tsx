import { useState } from "react";
import { beforeEach, describe, expect, onTestFinished, test, vi } from "vitest";
import { cdp, page } from "vitest/browser";
import type { CustomerClaim } from "#contract/payment-state.ts";
import { checkScreen } from "#test/component/check-screen.ts";
import { passTime, stopClock } from "#test/component/clock.ts";
import { renderWithin } from "#test/component/render.tsx";
import { anOrder, aPayment } from "#test/component/sales.ts";
import { fails, type StubbedApi, stubApi } from "#test/component/stub-api.ts";
import { prefer } from "#test/component/visitor.ts";
import { Payment } from "./payment.tsx";

const copyOf = (what: string) => page.getByRole("button", { name: `Sao chép ${what}`, exact: true });
const status = page.getByRole("status");
const qr = page.getByRole("img", { name: "Mã QR chuyển khoản 399.000 ₫, nội dung HM2345678K" });

let api: StubbedApi;
beforeEach(() => {
  api = stubApi();
});

describe("copying", () => {
  const withBankDetails = () =>
    renderWithin(
      <Payment
        onClaimed={() => {}}
        order={anOrder({ payment: aPayment({ branch: "Hà Nội", swift_code: "BFTVVNVX" }) })}
      />,
    );

  test("copies each value as banks want it", async () => {
    const write = vi.spyOn(navigator.clipboard, "writeText").mockResolvedValue();
    await withBankDetails();
    for (const [what, text] of [
      ["số tiền", "399000"],
      ["tên ngân hàng", "Vietcombank"],
      ["số tài khoản", "0123456789"],
      ["tên chủ tài khoản", "CONG TY NGAN NGA"],
      ["nội dung chuyển khoản", "HM2345678K"],
    ] as const) {
      await copyOf(what).click();
      expect(write).toHaveBeenLastCalledWith(text);
      await expect.element(status).toMatchTextContent(`Đã sao chép ${what}`);
    }
  });

  test("shows a tick for a while and announces it", async () => {
    vi.spyOn(navigator.clipboard, "writeText").mockResolvedValue();
    await withBankDetails();
    const drawing = () => copyOf("số tiền").element().innerHTML;
    const before = drawing();
    stopClock();
    await copyOf("số tiền").click();
    await passTime(100);
    await expect.element(status).toMatchTextContent("Đã sao chép số tiền");
    expect(drawing()).not.toBe(before);
    await passTime(2500);
    expect(drawing()).toBe(before);
  });

  test("says when it fails", async () => {
    vi.spyOn(navigator.clipboard, "writeText").mockRejectedValue(new Error("blocked"));
    vi.spyOn(document, "execCommand").mockReturnValue(false);
    await renderWithin(<Payment onClaimed={() => {}} order={anOrder()} />);
    await copyOf("số tiền").click();
    await expect.element(page.getByText("Chưa sao chép được. Bạn chọn chữ rồi sao chép nhé.")).toBeVisible();
  });

  test("works in a modal dialog without the clipboard API", async () => {
    vi.spyOn(navigator.clipboard, "writeText").mockRejectedValue(new Error("missing"));
    let copied = "";
    vi.spyOn(document, "execCommand").mockImplementation(() => {
      copied = document.getSelection()?.toString() ?? "";
      const { activeElement: active } = document;
      if (active instanceof HTMLTextAreaElement) copied = active.value;
      return true;
    });
    await renderWithin(
      <dialog ref={(dialog) => dialog?.showModal()} aria-label="Thanh toán">
        <Payment onClaimed={() => {}} order={anOrder()} />
      </dialog>,
    );
    await copyOf("nội dung chuyển khoản").click();
    await expect.poll(() => copied).toBe("HM2345678K");
    await expect.element(copyOf("nội dung chuyển khoản")).toHaveFocus();
  });
});

test("the rows begin with what must be right; branch and SWIFT are folded", async () => {
  const payment = aPayment({ branch: "Hà Nội", swift_code: "BFTVVNVX" });
  await renderWithin(<Payment onClaimed={() => {}} order={anOrder({ payment })} />);
  const terms = () => page.getByRole("term").elements();
  await expect
    .poll(() => terms().map((term) => term.textContent))
    .toEqual(["Nội dung chuyển khoản", "Số tiền", "Số tài khoản", "Ngân hàng", "Chủ tài khoản"]);
  await page.getByText("Chi nhánh và SWIFT").click();
  const write = vi.spyOn(navigator.clipboard, "writeText").mockResolvedValue();
  await copyOf("mã SWIFT").click();
  expect(write).toHaveBeenCalledWith("BFTVVNVX");
});

describe("on a phone that shares pictures", () => {
  const shareSheet = vi.fn<Navigator["share"]>();
  beforeEach(() => {
    const { matchMedia } = window;
    vi.stubGlobal("matchMedia", (query: string) =>
      query === "(pointer: coarse)" ? { matches: true } : matchMedia.call(window, query),
    );
    vi.stubGlobal("fetch", async () => new Response("png"));
    Object.assign(navigator, { canShare: () => true, share: shareSheet.mockReset() });
    return () => {
      vi.unstubAllGlobals();
      Reflect.deleteProperty(navigator, "canShare");
      Reflect.deleteProperty(navigator, "share");
    };
  });

  test("the code goes to the share sheet as a picture", async () => {
    await renderWithin(<Payment onClaimed={() => {}} order={anOrder()} />);
    await page.getByRole("button", { name: "Gửi ảnh QR" }).click();
    await expect.poll(() => shareSheet.mock.calls).toHaveLength(1);
    const file = shareSheet.mock.calls[0]?.[0]?.files?.[0];
    expect([file?.type, await file?.text()]).toEqual(["image/png", "png"]);
    await expect.element(page.getByRole("link", { name: "Lưu ảnh QR" })).toHaveAttribute("download");
  });

  test.for([
    ["AbortError", 0],
    ["NotAllowedError", 1],
  ] as const)("a share sheet that ends with %s saves the picture %i times", async ([name, times]) => {
    const save = vi.spyOn(HTMLAnchorElement.prototype, "click").mockReturnValue();
    shareSheet.mockRejectedValue(new DOMException("", name));
    await renderWithin(<Payment onClaimed={() => {}} order={anOrder()} />);
    await page.getByRole("button", { name: "Gửi ảnh QR" }).click();
    await expect.poll(() => shareSheet.mock.calls).toHaveLength(1);
    await expect.poll(() => save.mock.calls).toHaveLength(times);
  });
});

describe("QR codes", () => {
  test("the order's code can be saved", async () => {
    await renderWithin(<Payment onClaimed={() => {}} order={anOrder()} />);
    await expect.element(qr).toBeVisible();
    const link = page.getByRole("link", { name: "Lưu ảnh QR" });
    await expect.element(link).toHaveAttribute("href", `/api/orders/${anOrder().page_token}/qr.png`);
    await expect.element(link).toHaveAttribute("download");
  });

  test("the uploaded picture stands beside it", async () => {
    await renderWithin(
      <Payment onClaimed={() => {}} order={anOrder({ payment: aPayment({ qr_code_url: "/pictures/mark.svg" }) })} />,
    );
    await expect.element(qr).toBeVisible();
    await expect.element(page.getByRole("img", { name: "Mã QR của tài khoản nhận" })).toBeVisible();
  });

  test("the uploaded picture stands alone for a bank outside of NAPAS", async () => {
    const payment = aPayment({ vietqr: null, qr_svg: null, qr_code_url: "/pictures/mark.svg" });
    await renderWithin(<Payment onClaimed={() => {}} order={anOrder({ payment })} />);
    await expect.element(page.getByRole("img", { name: "Mã QR của tài khoản nhận" })).toBeVisible();
    expect(page.getByRole("link", { name: "Lưu ảnh QR" }).query()).toBeNull();
  });

  test("a picture that fails to load is left out", async () => {
    await renderWithin(
      <Payment onClaimed={() => {}} order={anOrder({ payment: aPayment({ qr_code_url: "/uploads/khong-co.png" }) })} />,
    );
    await expect.element(qr).toBeVisible();
    await expect.poll(() => page.getByRole("img", { name: "Mã QR của tài khoản nhận" }).query()).toBeNull();
  });
});

test.for([
  [true, "Tiền về là Premium mở ngay, thường trong vài giây."],
  [false, "Quản trị viên xác nhận rồi kích hoạt Premium trong 1–24 giờ làm việc."],
] as const)("says what to write, and how long it takes where services tell of money: %s", async ([
  is_instant,
  text,
]) => {
  await renderWithin(<Payment onClaimed={() => {}} order={anOrder({ payment: aPayment({ is_instant }) })} />);
  await expect
    .element(page.getByText(/^Chuyển/))
    .toHaveTextContent(`Chuyển đúng số tiền và ghi đúng mã đơn hàng vào nội dung chuyển khoản. ${text}`);
});

describe("waiting", () => {
  test("becomes a calm text after half an hour", async () => {
    stopClock();
    await renderWithin(<Payment onClaimed={() => {}} order={anOrder()} />);
    await passTime(29 * 60_000);
    await expect.element(page.getByText(/^Đang chờ tiền về…/)).toBeVisible();
    await passTime(60_000);
    await expect
      .element(page.getByText(/^Chưa thấy tiền về\. Bạn cứ đóng trang này: khoản chuyển có mã HM2345678K/))
      .toBeVisible();
  });

  test("stands still where motion is unwanted", async () => {
    await prefer({ reducedMotion: "reduce" });
    await renderWithin(<Payment onClaimed={() => {}} order={anOrder()} />);
    await expect.element(page.getByText(/^Đang chờ tiền về…/)).toBeVisible();
    expect(document.getAnimations()).toEqual([]);
  });
});

describe("the claim", () => {
  const send = "POST /api/orders/{token}/claim";
  const press = page.getByRole("button", { name: "Tôi đã chuyển khoản" });
  const picture = page.getByLabelText(/ảnh biên nhận/);
  const made = { claimed_at: "2026-05-01T08:30:00.000Z", has_receipt: false };
  const claims = () => api.requests(send).map(({ body }) => (body as FormData).get("receipt"));

  function Claimed() {
    const [claim, setClaim] = useState<CustomerClaim | null>(null);
    return (
      <div className="wrap">
        <Payment order={anOrder({ claim })} onClaimed={setClaim} />
      </div>
    );
  }

  test("is one press, then a picture may follow and replace another", async () => {
    api.change({ [send]: made });
    await renderWithin(<Claimed />);
    await press.click();
    await expect.element(page.getByText(/^Bạn đã báo chuyển khoản lúc 01\/05\/2026 15:30\./)).toBeVisible();
    await expect.element(picture).toHaveFocus();
    expect(claims()).toEqual([null]);
    api.change({ [send]: { ...made, has_receipt: true } });
    await picture.upload(new File(["png"], "biên nhận.png", { type: "image/png" }));
    await expect.element(page.getByText(/15:30, kèm ảnh biên nhận\./)).toBeVisible();
    expect(claims()[1]).toBeInstanceOf(File);
    await expect.element(page.getByText("Đổi ảnh biên nhận")).toBeVisible();
    await checkScreen({ widths: [1280, 390] });
  });

  test("says what is wrong with a file, and sends nothing", async () => {
    await renderWithin(<Payment onClaimed={() => {}} order={anOrder({ claim: made })} />);
    await picture.upload(new File(["x"], "a.gif", { type: "image/gif" }));
    await expect.element(page.getByRole("alert")).toHaveTextContent("Chỉ hỗ trợ ảnh JPG, PNG hoặc WebP");
    expect(claims()).toEqual([]);
  });

  test("that fails says the server's words, and can be said again", async () => {
    api.change({ [send]: fails(409, "Đơn hàng này không chờ chuyển khoản nữa, bạn tải lại trang nhé") });
    await renderWithin(<Claimed />);
    await press.click();
    await expect
      .element(page.getByRole("alert"))
      .toHaveTextContent("Đơn hàng này không chờ chuyển khoản nữa, bạn tải lại trang nhé");
    await expect.element(press).toBeEnabled();
  });
});

describe("the links to banking apps", () => {
  const app_links = [{ name: "MB Bank", url: "https://dl.vietqr.io/pay?app=mb" }];
  const button = page.getByRole("button", { name: "Mở ứng dụng ngân hàng" });

  test("are for phones alone, and come after a press that says who learns what", async () => {
    await page.viewport(390, 844);
    await cdp().send("Emulation.setTouchEmulationEnabled", { enabled: true });
    onTestFinished(async () => void (await cdp().send("Emulation.setTouchEmulationEnabled", { enabled: false })));
    await renderWithin(<Payment onClaimed={() => {}} order={anOrder({ payment: aPayment({ app_links }) })} />);
    await expect.element(button).toBeVisible();
    const link = page.getByRole("link", { name: "MB Bank" });
    expect(link.query()).toBeNull();
    await button.click();
    await expect.element(page.getByText(/vietqr\.io/)).toBeVisible();
    await expect.element(link).toHaveAttribute("referrerpolicy", "no-referrer");
  });

  test("are not shown on a desktop, nor without any", async () => {
    await page.viewport(1280, 800);
    await renderWithin(<Payment onClaimed={() => {}} order={anOrder({ payment: aPayment({ app_links }) })} />);
    await expect.element(qr).toBeVisible();
    expect(button.query()).toBeNull();
  });
});

test("the code is 240 px wide on a desktop, with the marks and the payee", async () => {
  await page.viewport(1280, 800);
  await renderWithin(
    <div className="wrap">
      <Payment onClaimed={() => {}} order={anOrder()} />
    </div>,
  );
  await expect.element(qr).toBeVisible();
  expect(Math.round(qr.element().getBoundingClientRect().width)).toBe(240);
  const [news, card] = [document.querySelector("[aria-live]:empty"), qr.element().closest("figure")];
  expect(card?.getBoundingClientRect().top).toBe(news?.parentElement?.getBoundingClientRect().top);
  await expect.element(page.getByRole("img", { name: "VietQR" })).toBeVisible();
  await expect.element(page.getByRole("img", { name: "NAPAS 247" })).toBeVisible();
  await checkScreen();
});

test("says that no bank account is configured, with a link to the team", async () => {
  await renderWithin(<Payment onClaimed={() => {}} order={anOrder({ payment: null })} />);
  await expect
    .element(page.getByText(/chưa được cấu hình/))
    .toHaveTextContent(
      "Thông tin thanh toán chưa được cấu hình. Vui lòng liên hệ quản trị viên và đọc mã đơn hàng HM2345678K.",
    );
  await expect.element(page.getByRole("link", { name: "Liên hệ quản trị viên" })).toHaveAttribute("href", "/contact");
});

test("says of a free package that gave Premium at once that it did", async () => {
  const premium_granted_at = "2026-11-21T08:00:00.000Z";
  await renderWithin(
    <Payment onClaimed={() => {}} order={anOrder({ payment_amount: 0, payment: null, premium_granted_at })} />,
  );
  await expect.element(page.getByText(/Premium đã được cộng vào tài khoản của bạn/)).toBeVisible();
});

test("asks for no transfer for a free package", async () => {
  await renderWithin(<Payment onClaimed={() => {}} order={anOrder({ payment_amount: 0, payment: null })} />);
  await expect.element(page.getByText(/Gói này miễn phí, bạn không cần chuyển khoản/)).toBeVisible();
});
