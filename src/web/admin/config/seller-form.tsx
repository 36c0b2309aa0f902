import type { z } from "zod";
import { type AdminReceiptSeller, ReceiptSellerBody } from "#contract/receipts.ts";
import { useChange } from "../../resource/data/queries.ts";
import { TextField } from "../../resource/form/fields.tsx";
import { PageForm } from "../../resource/form/page-form.tsx";
import configStyles from "./config.module.css";
import { missingToken } from "./token.ts";

type Fields = z.input<typeof ReceiptSellerBody>;

/** The seller that receipts name. */
export function SellerForm({ seller }: { seller: AdminReceiptSeller }) {
  const save = useChange("PUT /api/admin/config/receipts", {
    refreshes: ["/api/admin/config/receipts", "/api/admin/dashboard"],
    fallback: "Có lỗi xảy ra khi cập nhật người bán trên biên nhận",
    unreachable: "Có lỗi xảy ra khi kết nối đến server",
  });
  return (
    <PageForm
      name="receipt-seller"
      schema={ReceiptSellerBody}
      values={fieldsOf(seller)}
      version={seller.version}
      valuesOf={(record) => fieldsOf(record as AdminReceiptSeller)}
      validate={missingToken}
      submit={async (body, { version }) => {
        const { data } = await save.mutateAsync({ body: { ...body, version } });
        return { saved: fieldsOf(data), version: data.version };
      }}
      success="Người bán trên biên nhận đã được cập nhật thành công!"
      action="Lưu người bán"
    >
      <p>
        Biên nhận thanh toán ghi người bán này. Biên nhận đã lập giữ nguyên người bán lúc ấy, và không thay thế hóa đơn
        GTGT.
      </p>
      <TextField name="name" label="Tên người bán trên biên nhận" required maxLength={200} />
      <div className={configStyles.formPair}>
        <TextField name="tax_code" label="Mã số thuế" inputMode="numeric" hint="Để trống nếu chưa có." />
        <TextField name="address" label="Địa chỉ" maxLength={300} />
      </div>
    </PageForm>
  );
}

function fieldsOf({ version: _version, ...fields }: AdminReceiptSeller): Fields {
  return fields;
}
