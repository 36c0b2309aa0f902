import type { UseQueryResult } from "@tanstack/react-query";
import { History } from "lucide";
import { Navigate, useSearchParams } from "react-router";
import type { PaymentConfig } from "#contract/payment-config.ts";
import type { ZaloConfig } from "#contract/zalo.ts";
import { Tabs } from "../../resource/controls/tabs.tsx";
import { useRead } from "../../resource/data/queries.ts";
import { ListBody } from "../../resource/list/list-body.tsx";
import { PageHeader } from "../../resource/list/page-header.tsx";
import { Icon } from "../../ui/icon.tsx";
import { Link } from "../../ui/link.tsx";
import { Skeleton } from "../../ui/states.tsx";
import { originLabels } from "../payments/transfer-states.tsx";
import { NotificationsForm } from "./notifications-form.tsx";
import { OrdersForm } from "./orders-form.tsx";
import { Parts } from "./parts.tsx";
import { PaymentsForm } from "./payments-form.tsx";
import { PricingForm } from "./pricing-form.tsx";
import { RetentionForm } from "./retention-form.tsx";
import styles from "./screen.module.css";
import { SellerForm } from "./seller-form.tsx";
import { SocialForm } from "./social-form.tsx";
import { StorageForm } from "./storage-form.tsx";
import { ZaloForm } from "./zalo-form.tsx";

const messages = {
  fallback: "Không thể tải cấu hình",
  unreachable: "Có lỗi xảy ra khi kết nối đến server",
};

export default function ConfigScreen() {
  const pricing = useRead("GET /api/admin/config/song-pricing", {}, messages);
  const orders = useRead("GET /api/admin/config/orders", {}, messages);
  const retention = useRead("GET /api/admin/config/retention", {}, messages);
  const storage = useRead("GET /api/admin/config/cloudflare-r2", {}, messages);
  const notifications = useRead("GET /api/admin/config/notifications", {}, messages);
  const social = useRead("GET /api/admin/config/social-links", {}, messages);
  const zalo = useRead("GET /api/admin/config/zalo", {}, messages);
  const payments = useRead("GET /api/admin/config/payments", {}, messages);
  const seller = useRead("GET /api/admin/config/receipts", {}, messages);
  const [params] = useSearchParams();
  const present = presentQuery(params);
  if (present) return <Navigate to={`?${present}`} replace />;
  return (
    <>
      <PageHeader title="Cấu hình">
        <Link className="btn btn--line" to="/admin/history?entity=settings">
          <Icon icon={History} />
          Lịch sử thay đổi
        </Link>
      </PageHeader>
      <Tabs
        label="Cấu hình"
        tabs={[
          {
            id: "pricing",
            label: "Giá bài hát",
            content: <QueryPanel query={pricing}>{({ data }) => <PricingForm pricing={data} />}</QueryPanel>,
          },
          {
            id: "storage",
            label: "Lưu trữ (R2)",
            content: <QueryPanel query={storage}>{({ data }) => <StorageForm storage={data} />}</QueryPanel>,
          },
          {
            id: "sales",
            label: "Bán hàng",
            content: (
              <Parts
                parts={[
                  {
                    id: "payments",
                    title: "Báo tiền về",
                    note: payments.data && usedProviders(payments.data.data),
                    content: <QueryPanel query={payments}>{({ data }) => <PaymentsForm config={data} />}</QueryPanel>,
                  },
                  {
                    id: "orders",
                    title: "Đơn chưa thanh toán",
                    note: orders.data && `hết hạn sau ${orders.data.data.unpaid_days} ngày`,
                    content: <QueryPanel query={orders}>{({ data }) => <OrdersForm settings={data} />}</QueryPanel>,
                  },
                  {
                    id: "seller",
                    title: "Người bán trên biên nhận",
                    note: seller.data?.data.name,
                    content: <QueryPanel query={seller}>{({ data }) => <SellerForm seller={data} />}</QueryPanel>,
                  },
                ]}
              />
            ),
          },
          {
            id: "messages",
            label: "Thư và Zalo",
            content: (
              <Parts
                parts={[
                  {
                    id: "notifications",
                    title: "Thư và thông báo",
                    note: notifications.data && (notifications.data.data.sender ?? "chưa có máy chủ thư"),
                    content: (
                      <QueryPanel query={notifications}>
                        {({ data }) => (
                          <NotificationsForm settings={data} isZaloOff={zalo.data?.data.status.state === "off"} />
                        )}
                      </QueryPanel>
                    ),
                  },
                  {
                    id: "zalo",
                    title: "Zalo",
                    note: zalo.data && zaloStates[zalo.data.data.status.state],
                    content: <QueryPanel query={zalo}>{({ data }) => <ZaloForm zalo={data} />}</QueryPanel>,
                  },
                ]}
              />
            ),
          },
          {
            id: "site",
            label: "Trang và dữ liệu",
            content: (
              <Parts
                parts={[
                  {
                    id: "social",
                    title: "Mạng xã hội",
                    content: <QueryPanel query={social}>{({ data }) => <SocialForm links={data} />}</QueryPanel>,
                  },
                  {
                    id: "retention",
                    title: "Lưu giữ dữ liệu cũ",
                    content: (
                      <QueryPanel query={retention}>{({ data }) => <RetentionForm retention={data} />}</QueryPanel>
                    ),
                  },
                ]}
              />
            ),
          },
        ]}
      />
    </>
  );
}

/** The tabs that share one with others since, with the part that they are there. */
const formerTabs: Readonly<Record<string, string>> = {
  payments: "sales",
  orders: "sales",
  notifications: "messages",
  zalo: "messages",
  social: "site",
  retention: "site",
};

/** Returns the query that an address of an earlier version leads to; undefined where there is nothing to change. */
function presentQuery(params: URLSearchParams): URLSearchParams | undefined {
  const former = params.get("tab") ?? "";
  const tab = Object.hasOwn(formerTabs, former) ? formerTabs[former] : undefined;
  if (tab === undefined) return undefined;
  const present = new URLSearchParams(params);
  present.set("tab", tab);
  present.set("part", former);
  return present;
}

const zaloStates: Readonly<Record<ZaloConfig["status"]["state"], string>> = {
  off: "đang tắt",
  ready: "sẵn sàng",
  incomplete: "chưa đủ thông tin",
  stopped: "đã dừng",
  unreadable: "không đọc được khóa",
};

function usedProviders({ providers }: PaymentConfig): string {
  const used = providers.filter(({ state }) => state !== "off");
  return used.length === 0 ? "chưa dùng dịch vụ nào" : used.map(({ provider }) => originLabels[provider]).join(", ");
}

function QueryPanel<T>({ query, children }: { query: UseQueryResult<T>; children: (data: T) => React.ReactNode }) {
  return (
    <ListBody
      query={query}
      isEmpty={() => false}
      empty={{ title: "" }}
      skeleton={<Skeleton className={styles.skeleton} />}
    >
      {children}
    </ListBody>
  );
}
