import { type AdminOrderSettings, OrderSettings, unpaidDays } from "#contract/orders.ts";
import { useChange } from "../../resource/data/queries.ts";
import { NumberField } from "../../resource/form/number-field.tsx";
import { PageForm } from "../../resource/form/page-form.tsx";
import styles from "./orders-form.module.css";
import { missingToken } from "./token.ts";

const { min, max } = unpaidDays;

/** How long an order waits for its payment. */
export function OrdersForm({ settings }: { settings: AdminOrderSettings }) {
  const save = useChange("PUT /api/admin/config/orders", {
    refreshes: ["/api/admin/config/orders", "/api/admin/dashboard"],
    fallback: "Có lỗi xảy ra khi cập nhật cấu hình đơn hàng",
    unreachable: "Có lỗi xảy ra khi kết nối đến server",
  });
  return (
    <PageForm
      name="order-settings"
      schema={OrderSettings}
      values={fieldsOf(settings)}
      version={settings.version}
      valuesOf={(record) => fieldsOf(record as AdminOrderSettings)}
      validate={missingToken}
      submit={async ({ unpaid_days }, { version }) => {
        const { data } = await save.mutateAsync({ body: { unpaid_days, version } });
        return { saved: fieldsOf(data), version: data.version };
      }}
      success="Cấu hình đơn hàng đã được cập nhật thành công!"
      action="Lưu cấu hình đơn hàng"
    >
      <p>
        Đơn chưa thanh toán tự hết hạn sau số ngày này, và khách được báo. Tiền về muộn thì bạn vẫn tìm thấy đơn bằng
        mã, xác nhận như mọi đơn khác.
      </p>
      <div className={styles.orderSettings}>
        <NumberField
          name="unpaid_days"
          label="Chờ thanh toán trong"
          min={min}
          max={max}
          suffix="ngày"
          hint={`Từ ${min} đến ${max} ngày, cho những đơn đặt từ nay.`}
        />
      </div>
    </PageForm>
  );
}

function fieldsOf({ unpaid_days }: AdminOrderSettings): OrderSettings {
  return { unpaid_days };
}
