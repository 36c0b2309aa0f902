/** Forms of the decisions that ask for more than a press. */
import { Trash2 } from "lucide";
import { useState } from "react";
import { useFieldArray, useFormContext, useWatch } from "react-hook-form";
import { z } from "zod";
import {
  AttachBody,
  ExtendBody,
  IgnoreBody,
  type Payable,
  RefundBody,
  type TransferDetail,
} from "#contract/payments.ts";
import { shortDateTime } from "../../lib/dates.ts";
import { dong } from "../../lib/format.ts";
import { useSearchText } from "../../lib/use-search-text.ts";
import { IconButton } from "../../resource/controls/icon-button.tsx";
import { useChange, useRead } from "../../resource/data/queries.ts";
import { SelectField, TextAreaField, TextField } from "../../resource/form/fields.tsx";
import { NumberField } from "../../resource/form/number-field.tsx";
import { ResourceForm } from "../../resource/form/resource-form.tsx";
import { SearchPicker } from "../../resource/form/search-picker.tsx";
import { actErrors, loadErrors, paymentRefreshes, useAttached, useDoubt } from "./payment-calls.ts";
import styles from "./transfer-forms.module.css";
import { missingOf, openOf } from "./transfer-states.tsx";

interface FormProps {
  transfer: TransferDetail;
  onClose: () => void;
}

const changing = (successMessage: string) => ({ refreshes: paymentRefreshes, successMessage, ...actErrors });

const Ignored = IgnoreBody.omit({ version: true });

export function IgnoreForm({ transfer, onClose }: FormProps) {
  const { id, version, amount } = transfer;
  const open = openOf(transfer);
  const ignore = useChange("POST /api/admin/payments/{id}/ignore", changing("Đã bỏ qua giao dịch"));
  return (
    <ResourceForm
      title={`Bỏ qua ${dong(open)}`}
      action="Bỏ qua"
      schema={Ignored}
      values={{ reason: "" }}
      needs={{ reason: "lý do" }}
      submit={({ reason }) => ignore.mutateAsync({ params: { id }, body: { reason, version } })}
      onClose={onClose}
    >
      <p>
        {open < amount ? "Phần còn lại" : "Tiền này"} không trả cho đơn nào, ví dụ tiền riêng hoặc lãi ngân hàng. Lúc
        nào cũng mở lại được.
      </p>
      <TextAreaField name="reason" label="Lý do" required />
    </ResourceForm>
  );
}

const Refunded = RefundBody.omit({ version: true }).extend({
  outgoing_id: z.string().transform((value) => (value === "" ? null : Number(value))),
});
const shownOutgoing = 50;

export function RefundForm({ transfer, onClose }: FormProps) {
  const { id, version } = transfer;
  const refund = useChange("POST /api/admin/payments/{id}/refund", changing("Đã ghi hoàn tiền"));
  const outgoing = useRead(
    "GET /api/admin/payments",
    { query: { state: "outgoing", limit: shownOutgoing } },
    loadErrors,
  );
  const choices = (outgoing.data?.data ?? []).map(({ id: value, amount, occurred_at, memo }) => ({
    value: String(value),
    label: `${dong(amount)} · ${shortDateTime(occurred_at)} · ${memo.slice(0, 60)}`,
  }));
  return (
    <ResourceForm
      title="Ghi hoàn tiền"
      action="Ghi hoàn tiền"
      schema={Refunded}
      values={{ amount: openOf(transfer), reference: "", reason: "", outgoing_id: "" }}
      needs={{ reason: "lý do" }}
      submit={(body) => refund.mutateAsync({ params: { id }, body: { ...body, version } })}
      onClose={onClose}
    >
      <p>Ghi lại khi bạn đã chuyển trả khách bằng tay. Trang không tự chuyển tiền.</p>
      <NumberField name="amount" label="Số tiền đã hoàn" suffix="₫" min={1} max={openOf(transfer)} required />
      <TextAreaField name="reason" label="Lý do" rows={2} required />
      <TextField name="reference" label="Mã giao dịch hoàn" maxLength={100} />
      <SelectField
        name="outgoing_id"
        label="Giao dịch tiền ra"
        hint={choices.length === 0 ? "Ngân hàng chưa báo khoản tiền ra nào." : undefined}
        options={[{ value: "", label: "Không chọn" }, ...choices]}
      />
    </ResourceForm>
  );
}

const Extended = ExtendBody.pick({ days: true });

export function ExtendForm({ transfer, order, onClose }: FormProps & { order: Payable }) {
  const { id, version } = transfer;
  const extend = useChange("POST /api/admin/payments/{id}/extend", changing("Đã cộng thêm ngày"));
  return (
    <ResourceForm
      title={`Cộng thêm ngày cho ${order.code}`}
      action="Cộng ngày"
      schema={Extended}
      values={{ days: Number.NaN }}
      submit={({ days }) => extend.mutateAsync({ params: { id }, body: { order_id: order.id, days, version } })}
      onClose={onClose}
    >
      <p>
        Phần còn lại <b className="num">{dong(openOf(transfer))}</b> được ghi cho đơn của {order.customer_name}, và tài
        khoản của đơn được thêm ngày Premium.
      </p>
      <NumberField name="days" label="Số ngày" suffix="ngày" min={1} max={3650} required />
    </ResourceForm>
  );
}

const Parts = AttachBody.omit({ version: true });

export function SplitForm({ transfer, onClose }: FormProps) {
  const { id, version } = transfer;
  const attach = useChange("POST /api/admin/payments/{id}/attach", { refreshes: paymentRefreshes, ...actErrors });
  const [chosen, setChosen] = useState<readonly Payable[]>([]);
  const isMeant = useDoubt(transfer);
  const tell = useAttached(transfer);

  async function submit(body: z.output<typeof Parts>) {
    const payables = chosen.filter((one) => body.parts.some((part) => keyOf(part) === keyOf(one)));
    if (!(await isMeant(payables))) return false;
    const { data } = await attach.mutateAsync({ params: { id }, body: { ...body, version } });
    tell(`Đã ghép vào ${payables.map(({ code }) => code).join(", ")}`, data);
    return true;
  }
  return (
    <ResourceForm
      title={`Ghép ${dong(openOf(transfer))}`}
      action="Ghép"
      width={50}
      schema={Parts}
      values={{ parts: [] }}
      submit={submit}
      onClose={onClose}
    >
      <PartFields open={openOf(transfer)} chosen={chosen} onChoose={(one) => setChosen([...chosen, one])} />
    </ResourceForm>
  );
}

type Part = z.input<typeof Parts>["parts"][number];

interface PartFieldsProps {
  open: number;
  /** All that were chosen, also those that were removed again. */
  chosen: readonly Payable[];
  onChoose: (payable: Payable) => void;
}

/** A search for orders and requests, and the amount for each chosen one. */
function PartFields({ open, chosen, onChoose }: PartFieldsProps) {
  const { control, getFieldState, formState } = useFormContext<{ parts: Part[] }>();
  const { fields, append, remove } = useFieldArray({ control, name: "parts", keyName: "key" });
  const amounts = useWatch({ control, name: "parts" });
  const [search, setSearch] = useState("");
  const { text, setText } = useSearchText(search, setSearch);
  const read = useRead(
    "GET /api/admin/payments/payables",
    { query: { search } },
    { ...loadErrors, enabled: search !== "" },
  );
  const found = search === "" ? [] : (read.data?.data ?? []);
  const spent = amounts.reduce((sum, { amount }) => sum + (Number.isFinite(amount) ? amount : 0), 0);
  const error = getFieldState("parts", formState).error;
  const message = error?.message ?? error?.root?.message;

  function choose(key: string) {
    const payable = found.find((one) => keyOf(one) === key);
    setText("");
    setSearch("");
    if (!payable || fields.some((field) => keyOf(field) === key)) return;
    onChoose(payable);
    const left = Math.max(open - spent, 0);
    const amount = Math.min(missingOf(payable), left) || Number.NaN;
    append({ kind: payable.kind, id: payable.id, amount }, { focusName: `parts.${fields.length}.amount` });
  }
  return (
    <div className={styles.split}>
      <SearchPicker
        // A new one after each choice: emptied while it has the focus, it would open its list again.
        key={fields.length}
        label="Tìm đơn hàng hoặc yêu cầu"
        placeholder="Mã, tên, email, điện thoại, số tiền"
        text={text}
        onText={setText}
        found={found.map((one) => ({
          id: keyOf(one),
          name: `${one.code} · ${one.customer_name}`,
          detail: `${dong(one.price)} · ${one.state_text} · ${one.title}`,
        }))}
        empty={search === "" ? "Nhập để tìm" : "Không tìm thấy đơn nào"}
        onChoose={choose}
      />
      {fields.length > 0 && (
        <ul className={styles.parts}>
          {fields.map((field, index) => {
            const payable = chosen.find((one) => keyOf(one) === keyOf(field));
            const code = payable?.code ?? "";
            return (
              <li key={field.key}>
                <span className={styles.who}>
                  <b className="num">{code}</b> {payable?.customer_name}
                  <span className="muted num">
                    {payable && `Cần ${dong(missingOf(payable))} · ${payable.state_text}`}
                  </span>
                </span>
                <NumberField
                  name={`parts.${index}.amount`}
                  label={`Số tiền cho ${code}`}
                  suffix="₫"
                  min={1}
                  max={open}
                />
                <IconButton label={`Bỏ ${code}`} icon={Trash2} onPress={() => remove(index)} />
              </li>
            );
          })}
        </ul>
      )}
      {message && (
        <p className="error" role="alert">
          {message}
        </p>
      )}
      <p className={styles.rest} role="status">
        Đã chia <b className="num">{dong(spent)}</b> trên <b className="num">{dong(open)}</b>
        {spent > open ? ", nhiều hơn số tiền còn lại" : spent < open ? `, còn ${dong(open - spent)}` : ", vừa đủ"}.
      </p>
    </div>
  );
}

const keyOf = ({ kind, id }: Pick<Payable, "kind" | "id">) => `${kind}-${id}`;
