import { useWatch } from "react-hook-form";
import { type AdminSongPricing, SongPricingBody } from "#contract/settings.ts";
import { money } from "../../lib/format.ts";
import songPriceStyles from "../../price-look/song-price.module.css";
import { SongPrice } from "../../price-look/song-price.tsx";
import { useChange } from "../../resource/data/queries.ts";
import { TextAreaField, TextField } from "../../resource/form/fields.tsx";
import { ListField } from "../../resource/form/list-field.tsx";
import { NumberField } from "../../resource/form/number-field.tsx";
import { PageForm } from "../../resource/form/page-form.tsx";
import { Shown } from "../shown.tsx";
import styles from "./config.module.css";
import { missingToken } from "./token.ts";

export function PricingForm({ pricing }: { pricing: AdminSongPricing }) {
  const save = useChange("PUT /api/admin/config/song-pricing", {
    refreshes: ["/api/admin/config/song-pricing", "/api/admin/dashboard"],
    fallback: "Có lỗi xảy ra khi cập nhật cấu hình giá",
    unreachable: "Có lỗi xảy ra khi kết nối đến server",
  });
  return (
    <PageForm
      name="pricing"
      schema={SongPricingBody}
      values={valuesOf(pricing)}
      version={pricing.version}
      valuesOf={(record) => valuesOf(record as AdminSongPricing)}
      validate={missingToken}
      submit={async (_, body) => {
        const { data } = await save.mutateAsync({ body });
        return { saved: valuesOf(data), version: data.version };
      }}
      success="Cấu hình giá đã được cập nhật thành công!"
      action="Lưu cấu hình giá"
    >
      <div className={styles.formPair}>
        <PriceField />
        <TextField name="currency" label="Đơn vị tiền tệ" required maxLength={10} />
      </div>
      <NumberField
        name="free_changes"
        label="Số lần sửa miễn phí"
        hint="Ghi vào từng yêu cầu khi khách gửi; yêu cầu đã có giữ số lần của nó."
        min={0}
        max={20}
        suffix="lần"
        required
      />
      <TextAreaField name="description" label="Mô tả" />
      <ListField
        name="features"
        label="Khách nhận được"
        addLabel="Thêm mục"
        placeholder="Ví dụ: Người viết lời, AI hát"
        maxLength={200}
      />
      <Preview />
    </PageForm>
  );
}

function valuesOf(pricing: AdminSongPricing): SongPricingBody {
  const { base_price, currency, description, features, free_changes } = pricing;
  return { base_price, currency, description, features, free_changes };
}

/** The price as the form of requests shows it, while the price is one. */
function Preview() {
  const { base_price, currency = "", description = "", features = [], free_changes = 0 } = useWatch<SongPricingBody>();
  if (base_price === undefined || Number.isNaN(base_price)) return null;
  return (
    <Shown>
      <div className={`lacquer ${songPriceStyles.requestPrice}`}>
        <SongPrice
          pricing={{
            base_price,
            currency,
            description: description.trim(),
            features: [...new Set(features)],
            free_changes: Number.isNaN(free_changes) ? 0 : free_changes,
          }}
        />
      </div>
    </Shown>
  );
}

function PriceField() {
  const [price, currency] = useWatch<SongPricingBody, ["base_price", "currency"]>({ name: ["base_price", "currency"] });
  return (
    <NumberField
      name="base_price"
      label="Giá cơ bản (VND)"
      min={0}
      step={1000}
      empty={0}
      hint={`Khách thấy: ${money(price, currency)}`}
    />
  );
}
