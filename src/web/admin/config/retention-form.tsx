import { useQueryClient } from "@tanstack/react-query";
import { useWatch } from "react-hook-form";
import { z } from "zod";
import { type AdminRetention, Retention, type RetentionDue, retentionMonths } from "#contract/retention.ts";
import { groupedNumber } from "../../lib/format.ts";
import { useArea } from "../../resource/area/area.ts";
import { useConfirm } from "../../resource/controls/confirm.tsx";
import { readOptions, useChange } from "../../resource/data/queries.ts";
import { SwitchField } from "../../resource/form/fields.tsx";
import { NumberField } from "../../resource/form/number-field.tsx";
import { PageForm } from "../../resource/form/page-form.tsx";
import type { Changed } from "../../resource/form/use-resource-form.ts";
import styles from "./retention-form.module.css";
import { missingToken } from "./token.ts";

const kinds = ["requests", "orders", "audit"] as const;
type Kind = (typeof kinds)[number];

/** Transfers have the time of the orders. */
const dueKinds = ["requests", "orders", "transfers", "audit"] as const;
const dueTexts: Record<(typeof dueKinds)[number], string> = {
  requests: "yêu cầu sáng tác mất thông tin khách, nội dung và các file",
  orders: "đơn hàng mất thông tin khách",
  transfers: "giao dịch chuyển khoản mất thông tin người chuyển",
  audit: "dòng sổ quản trị bị xóa",
};

const labels: Record<Kind, { title: string; hint: string; keep: string }> = {
  requests: {
    title: "Yêu cầu sáng tác đã xong hoặc đã hủy",
    hint: "Xóa thông tin khách, nội dung, file khách gửi và các bản nhạc. Mã, giá, trạng thái và ngày tháng ở lại.",
    keep: "Giữ mãi yêu cầu sáng tác",
  },
  orders: {
    title: "Thông tin khách trong đơn hàng",
    hint: "Xóa họ tên, cách liên hệ và ghi chú, cả người chuyển tiền trong các giao dịch. Mã, gói, số tiền, trạng thái và ngày tháng ở lại.",
    keep: "Giữ mãi thông tin khách trong đơn hàng",
  },
  audit: {
    title: "Sổ quản trị",
    hint: "Xóa các dòng ghi việc thêm, sửa, xóa của quản trị viên và nhân viên.",
    keep: "Giữ mãi sổ quản trị",
  },
};

const { min, max, standard } = retentionMonths;
const { requests_months: Months } = Retention.shape;
const Field = z
  .object({ months: z.number().or(z.nan()), isForever: z.boolean() })
  .transform(({ months, isForever }, context) => {
    const parsed = Months.safeParse(isForever ? null : months);
    if (parsed.success) return parsed.data;
    for (const { message } of parsed.error.issues) context.addIssue({ code: "custom", path: ["months"], message });
    return z.NEVER;
  });
const Fields = z.object({ requests: Field, orders: Field, audit: Field }).transform(
  ({ requests, orders, audit }): Retention => ({
    requests_months: requests,
    orders_months: orders,
    audit_months: audit,
  }),
);
type Values = z.input<typeof Fields>;

const unreachable = "Có lỗi xảy ra khi kết nối đến server";

/** How long old data are kept. A shorter time is saved only after the administrator has seen what it removes. */
export function RetentionForm({ retention }: { retention: AdminRetention }) {
  const confirm = useConfirm();
  const client = useQueryClient();
  const { kind: as } = useArea();
  const save = useChange("PUT /api/admin/config/retention", {
    refreshes: ["/api/admin/config/retention", "/api/admin/dashboard"],
    fallback: "Có lỗi xảy ra khi cập nhật thời hạn lưu giữ",
    unreachable,
  });

  async function readDue(times: Retention): Promise<RetentionDue> {
    const query = Object.fromEntries(
      Object.entries(times).flatMap(([name, months]) => (months === null ? [] : [[name, String(months)]])),
    );
    const options = readOptions(
      as,
      "GET /api/admin/config/retention/due",
      { query },
      {
        fallback: "Không đếm được những gì sẽ bị xóa, nên chưa lưu",
        unreachable,
      },
    );
    return (await client.fetchQuery({ ...options, staleTime: 0, retry: false })).data;
  }

  async function submit(body: Retention, changed: Changed<Retention>) {
    if (kinds.some((kind) => isShorter(body[`${kind}_months`], retention[`${kind}_months`]))) {
      const due = await readDue(body);
      const isConfirmed = await confirm({
        title: "Rút ngắn thời hạn lưu giữ?",
        text: <DueText due={due} />,
        action: "Lưu thời hạn",
        cancel: "Ở lại",
        danger: dueKinds.some((kind) => due[kind] > 0),
      });
      if (!isConfirmed) return { notice: { kind: "danger" as const, content: "Chưa lưu: thời hạn vẫn như cũ." } };
    }
    const { data } = await save.mutateAsync({ body: changed });
    return { saved: valuesOf(data), version: data.version };
  }

  return (
    <PageForm<Values, Retention>
      name="retention"
      schema={Fields}
      values={valuesOf(retention)}
      version={retention.version}
      valuesOf={(record) => valuesOf(record as AdminRetention)}
      validate={missingToken}
      submit={submit}
      success="Thời hạn lưu giữ đã được cập nhật thành công!"
      action="Lưu thời hạn"
    >
      <p>
        Dữ liệu cũ được xóa mỗi đêm, khi đã qua thời hạn này kể từ lần thay đổi cuối. Xóa rồi thì không lấy lại được,
        trừ từ bản sao lưu.
      </p>
      {kinds.map((kind) => (
        <KindFields key={kind} kind={kind} />
      ))}
      <p className={`hint ${styles.limits}`}>
        Yêu cầu đang làm, bài khách đã nhận mà chưa trả tiền và đơn hàng còn Premium không bao giờ bị xóa.
      </p>
    </PageForm>
  );
}

function KindFields({ kind }: { kind: Kind }) {
  const { title, hint, keep } = labels[kind];
  const isForever = useWatch<Values>({ name: `${kind}.isForever` });
  return (
    <fieldset className={styles.kind}>
      <legend>{title}</legend>
      <p className="hint">{hint}</p>
      <SwitchField name={`${kind}.isForever`} label={keep} />
      {isForever !== true && (
        <NumberField
          name={`${kind}.months`}
          label="Giữ trong"
          min={min}
          max={max}
          suffix="tháng"
          hint={`Từ ${min} đến ${max} tháng.`}
        />
      )}
    </fieldset>
  );
}

/** Tells in plain words how much the next run removes. */
function DueText({ due }: { due: RetentionDue }) {
  const lines = dueKinds.filter((kind) => due[kind] > 0);
  if (lines.length === 0) return <p>Lần dọn kế tiếp, lúc 3 giờ sáng, chưa có gì phải xóa.</p>;
  return (
    <>
      <p>Lần dọn kế tiếp, lúc 3 giờ sáng:</p>
      <ul className={styles.due}>
        {lines.map((kind) => (
          <li key={kind}>
            <b className="num">{groupedNumber(due[kind])}</b> {dueTexts[kind]}.
          </li>
        ))}
      </ul>
      <p>Xóa rồi thì không lấy lại được.</p>
    </>
  );
}

/** Whether less is kept than before. */
function isShorter(months: number | null, before: number | null): boolean {
  return months !== null && (before === null || months < before);
}

function valuesOf({ requests_months, orders_months, audit_months }: Retention): Values {
  const field = (months: number | null) => ({ months: months ?? standard, isForever: months === null });
  return { requests: field(requests_months), orders: field(orders_months), audit: field(audit_months) };
}
