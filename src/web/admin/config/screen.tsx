import type { UseQueryResult } from "@tanstack/react-query";
import { History } from "lucide";
import { Tabs } from "../../resource/controls/tabs.tsx";
import { useRead } from "../../resource/data/queries.ts";
import { ListBody } from "../../resource/list/list-body.tsx";
import { PageHeader } from "../../resource/list/page-header.tsx";
import { Icon } from "../../ui/icon.tsx";
import { Link } from "../../ui/link.tsx";
import { Skeleton } from "../../ui/states.tsx";
import { NotificationsForm } from "./notifications-form.tsx";
import { OrdersForm } from "./orders-form.tsx";
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
            id: "notifications",
            label: "Thông báo",
            content: (
              <QueryPanel query={notifications}>
                {({ data }) => <NotificationsForm settings={data} isZaloOff={zalo.data?.data.status.state === "off"} />}
              </QueryPanel>
            ),
          },
          {
            id: "zalo",
            label: "Zalo",
            content: <QueryPanel query={zalo}>{({ data }) => <ZaloForm zalo={data} />}</QueryPanel>,
          },
          {
            id: "payments",
            label: "Thanh toán",
            content: (
              <div className={styles.forms}>
                <QueryPanel query={payments}>{({ data }) => <PaymentsForm config={data} />}</QueryPanel>
                <QueryPanel query={seller}>{({ data }) => <SellerForm seller={data} />}</QueryPanel>
              </div>
            ),
          },
          {
            id: "orders",
            label: "Đơn hàng",
            content: <QueryPanel query={orders}>{({ data }) => <OrdersForm settings={data} />}</QueryPanel>,
          },
          {
            id: "social",
            label: "Mạng xã hội",
            content: <QueryPanel query={social}>{({ data }) => <SocialForm links={data} />}</QueryPanel>,
          },
          {
            id: "retention",
            label: "Lưu giữ",
            content: <QueryPanel query={retention}>{({ data }) => <RetentionForm retention={data} />}</QueryPanel>,
          },
        ]}
      />
    </>
  );
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
