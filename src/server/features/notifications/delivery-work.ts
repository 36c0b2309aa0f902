/** The outbox messages that send deliveries. */

/** Outbox topics, one for each channel: a service that fails delays its own messages only. */
export const channelTopics = { email: "email", zalo: "zalo" } as const;

/** Outbox topic that makes the messages to the administrators. */
export const adminsTopic = "notifications.admins";

/** Payload of that topic. */
export interface AdminNoticeWork {
  /** Of the row in `admin_notices`. */
  id: number;
}

/** Payload of the channels' topics. */
export interface DeliveryWork {
  /** Of the delivery. */
  id: number;
  /** Makes the Message-ID of a resend another one. */
  resend?: string;
}

/** The log's words for a message that became part of another one. */
export const sentTogether = "Gộp vào một thư với các thông báo khác";
/** The log's words for a message that is left out. */
export const notTrueAnyMore = "Không gửi nữa vì nội dung không còn đúng";

/** Its words where no channel beside e-mail can send a message. */
export const notByZalo = "Zalo chưa được thiết lập cho thông báo này";
