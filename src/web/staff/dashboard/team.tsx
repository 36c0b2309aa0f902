import { useQueryClient } from "@tanstack/react-query";
import { UsersRound } from "lucide";
import { useState } from "react";
import type { StaffColleague } from "#contract/staff.ts";
import { useLiveTopics } from "../../resource/area/live.tsx";
import { Badge } from "../../resource/controls/badge.tsx";
import { ErrorBanner } from "../../resource/controls/banner.tsx";
import { Drawer } from "../../resource/controls/modal.tsx";
import { refresh, useRead } from "../../resource/data/queries.ts";
import { Icon } from "../../ui/icon.tsx";
import { Skeleton } from "../../ui/states.tsx";
import { roleLabel } from "../staff-info.ts";
import deskStyles from "./desk.module.css";
import { loadErrors } from "./desk-calls.ts";
import { TeamFigures } from "./figures.tsx";
import styles from "./team.module.css";

/** Opens the panel that shows how much each member has to do. */
export function TeamButton() {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <button type="button" className="btn btn--line" aria-haspopup="dialog" onClick={() => setIsOpen(true)}>
        <Icon icon={UsersRound} />
        <span className="btn__text">Việc của cả nhóm</span>
      </button>
      <Drawer open={isOpen} onClose={() => setIsOpen(false)} side="right" title="Việc của cả nhóm">
        <Team />
      </Drawer>
    </>
  );
}

function Team() {
  const client = useQueryClient();
  const members = useRead("GET /api/staff/members", {}, loadErrors);
  useLiveTopics(["requests", "staff"], () => void refresh(client, ["/api/staff/members"]));
  const rows = members.data?.data;
  return (
    <>
      {members.error && (
        <ErrorBanner error={members.error} busy={members.isFetching} onRetry={() => void members.refetch()} />
      )}
      {rows ? (
        <ul className={`rows ${styles.team}`}>
          {rows.map((member) => (
            <li key={member.id}>
              <span>
                <b>{member.full_name}</b>
                <span className={`${deskStyles.line} muted`}>{roleLabel(member)}</span>
              </span>
              <span className="chips">
                <Badge>{member.open_requests} đang làm</Badge>
                {member.late_requests > 0 && <Badge kind="danger" hasDot>{`${member.late_requests} trễ hạn`}</Badge>}
              </span>
            </li>
          ))}
        </ul>
      ) : (
        !members.error && <Skeleton className={deskStyles.skeleton} />
      )}
      <TeamFigures />
    </>
  );
}

/** Returns what a member has to do: `3 đang làm, 1 trễ hạn`. */
export function loadText({ open_requests, late_requests }: StaffColleague): string {
  return late_requests > 0 ? `${open_requests} đang làm, ${late_requests} trễ hạn` : `${open_requests} đang làm`;
}
