/** The order of the packages: dragged, and saved by one call. */

import { useController, useWatch } from "react-hook-form";
import { z } from "zod";
import { flagWords } from "#contract/flag-words.ts";
import { type PackageOrder, PackageOrderBody, type PremiumPackage } from "#contract/premium-packages.ts";
import { durationLabel, priceLabel } from "../../lib/package-text.ts";
import { isMostPopular } from "../../price-look/offer.ts";
import { Badge } from "../../resource/controls/badge.tsx";
import { ErrorBanner } from "../../resource/controls/banner.tsx";
import { Modal } from "../../resource/controls/modal.tsx";
import { OrderList } from "../../resource/controls/order-list.tsx";
import { useChange, useRead } from "../../resource/data/queries.ts";
import { FieldGroup, SelectField } from "../../resource/form/fields.tsx";
import { ResourceForm } from "../../resource/form/resource-form.tsx";
import { Skeleton } from "../../ui/states.tsx";
import { packageRefreshes, unreachable } from "./package-calls.ts";
import styles from "./package-order.module.css";

const title = "Thứ tự các gói";
const OrderForm = z.object({
  ids: PackageOrderBody.shape.ids,
  first: z.string().transform(Number).pipe(PackageOrderBody.shape.first),
});
type Fields = z.input<typeof OrderForm>;

/** Which package visitors see as the most popular, by the number of the first one. */
const popularOptions = [
  { value: "1", label: "Gói đứng đầu" },
  { value: "0", label: "Gói thứ hai" },
  { value: "2", label: "Không đánh dấu" },
];

export function PackageOrderDialog({ onClose }: { onClose: () => void }) {
  const read = useRead(
    "GET /api/admin/premium-packages/order",
    {},
    { fallback: "Có lỗi xảy ra khi tải danh sách gói Premium", unreachable },
  );
  const order = read.data?.data;
  if (order) return <OrderDialog order={order} onClose={onClose} />;
  return (
    <Modal open title={title} onClose={onClose}>
      {read.error ? (
        <ErrorBanner error={read.error} busy={read.isFetching} onRetry={() => void read.refetch()} />
      ) : (
        <Skeleton className={styles.skeleton} />
      )}
    </Modal>
  );
}

function OrderDialog({ order, onClose }: { order: PackageOrder; onClose: () => void }) {
  const { packages, version } = order;
  const save = useChange("PUT /api/admin/premium-packages/order", {
    refreshes: packageRefreshes,
    successMessage: "Đã lưu thứ tự các gói",
    fallback: "Có lỗi xảy ra khi lưu thứ tự các gói",
    unreachable,
  });
  return (
    <ResourceForm
      name="order"
      title={title}
      schema={OrderForm}
      values={valuesOf(order)}
      version={version}
      valuesOf={(record) => valuesOf(record as PackageOrder)}
      action="Lưu thứ tự"
      submit={({ ids, first }, changed) =>
        save.mutateAsync({
          body: { ids: arranged(packages, ids).map(({ id }) => id), first, version: changed.version },
        })
      }
      onClose={onClose}
    >
      <PackageList packages={packages} />
      <SelectField
        name="first"
        label="Đánh dấu “Phổ biến nhất”"
        options={popularOptions}
        hint="Gói có chữ “phổ biến” trong tên luôn được đánh dấu."
      />
    </ResourceForm>
  );
}

function valuesOf({ packages, first }: PackageOrder): Fields {
  return { ids: packages.map(({ id }) => id), first: String(first) };
}

/** Returns packages in the order of some ids; those that were added meanwhile come last. */
function arranged(packages: readonly PremiumPackage[], ids: readonly number[]): PremiumPackage[] {
  const placeOf = ({ id }: PremiumPackage) => (ids.includes(id) ? ids.indexOf(id) : ids.length);
  return packages.toSorted((one, other) => placeOf(one) - placeOf(other));
}

function PackageList({ packages }: { packages: readonly PremiumPackage[] }) {
  const { field } = useController<Fields, "ids">({ name: "ids" });
  const first = Number(useWatch<Fields, "first">({ name: "first" }));
  const nameOf = ({ name }: PremiumPackage) => name;
  const textOf = (ids: unknown) =>
    arranged(packages, ids as number[])
      .map(nameOf)
      .join(", ");
  return (
    <FieldGroup name="ids" label="Khách thấy các gói đang bán theo thứ tự này" textOf={textOf}>
      <OrderList
        label={title}
        items={arranged(packages, field.value)}
        nameOf={nameOf}
        onChange={(items) => field.onChange(items.map(({ id }) => id))}
      >
        {({ name, price, duration_days, is_lifetime, is_active }, place) => (
          <div className={styles.row}>
            <b>{name}</b>
            {!is_active && <Badge>{flagWords.shown.off}</Badge>}
            {is_active && isMostPopular({ name, sort_order: first + place }) && (
              <Badge kind="accent">Phổ biến nhất</Badge>
            )}
            <span className="table__line num">
              {priceLabel(price)} · {durationLabel(duration_days, is_lifetime)}
            </span>
          </div>
        )}
      </OrderList>
    </FieldGroup>
  );
}
