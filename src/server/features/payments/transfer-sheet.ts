/** The columns of the Excel file of transfers, and the words for their states. */
import type { TransferOrigin } from "#contract/payments.ts";
import { type SheetColumnOf, timeCell as time } from "#server/platform/sheet-export.ts";
import type { TransferRow } from "./transfer-list.repository.ts";
import { transferStateNames } from "./transfer-names.ts";

const originLabels: Record<TransferOrigin, string> = {
  sepay: "SePay",
  casso: "Casso",
  payos: "payOS",
  statement: "Sao kê",
};

/** Money that left counts negative. */
export const transferSheetColumns: readonly SheetColumnOf<TransferRow>[] = [
  { title: "Số", width: 8, cell: ({ id }) => id },
  { title: "Thời gian", width: 17, cell: ({ occurred_at }) => time(occurred_at) },
  { title: "Số tiền (VND)", width: 15, cell: ({ direction, amount }) => (direction === "in" ? amount : -amount) },
  { title: "Nội dung", width: 50, cell: ({ memo }) => memo },
  { title: "Mã tìm thấy", width: 14, cell: ({ code }) => code },
  { title: "Tình trạng", width: 12, cell: ({ state }) => transferStateNames[state] },
  { title: "Đã ghép (VND)", width: 15, cell: ({ allocated }) => allocated },
  { title: "Đã hoàn (VND)", width: 15, cell: ({ refunded }) => refunded },
  { title: "Số đơn hàng", width: 12, cell: ({ order_id }) => order_id },
  { title: "Số yêu cầu", width: 12, cell: ({ request_id }) => request_id },
  { title: "Người gửi", width: 26, cell: ({ sender_name }) => sender_name },
  { title: "Tài khoản gửi", width: 18, cell: ({ sender_account }) => sender_account },
  { title: "Ngân hàng gửi", width: 20, cell: ({ sender_bank }) => sender_bank },
  { title: "Tài khoản nhận", width: 18, cell: ({ account }) => account },
  { title: "Tài khoản phụ", width: 18, cell: ({ sub_account }) => sub_account },
  { title: "Mã giao dịch", width: 22, cell: ({ reference }) => reference },
  { title: "Số dư (VND)", width: 15, cell: ({ balance }) => balance },
  { title: "Nguồn", width: 10, cell: ({ provider }) => originLabels[provider] },
  { title: "Người quyết định", width: 20, cell: ({ decided_by }) => decided_by },
  { title: "Ghi chú", width: 30, cell: ({ note }) => note },
];
