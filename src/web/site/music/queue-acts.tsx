import { ListEnd, ListStart } from "lucide";
import { type Track, toTrack } from "../../player/audio-service.ts";
import { queueAt } from "../../player/play-queue.ts";
import { usePlayerStore } from "../../player/player.ts";
import { withAdded } from "../../player/queue-edits.ts";
import { Act } from "../../ui/more.tsx";
import { useToast } from "../../ui/toast.tsx";

/** The items of a song's menu that put it into what comes. Where nothing plays, the first plays it, and the second lets it stand in the dock. */
export function QueueActs({ song }: { song: Track }) {
  const player = usePlayerStore();
  const showToast = useToast();
  const track = toTrack(song);

  function add(where: "next" | "last", said: string) {
    const { started, track: present } = player.getState();
    if (started && present?.id === track.id) return showToast(`“${track.title}” đang ở trình phát rồi.`);
    if (started) player.edit((queue) => withAdded(queue, track, where));
    else if (where === "next") return player.playList({ tracks: [track] });
    else {
      const queue = queueAt([track], track);
      player.restore({ queue, position: 0, isList: true, isShuffled: false, repeat: "none" });
    }
    showToast(said);
  }
  return (
    <>
      <Act icon={ListStart} onPress={() => add("next", `“${track.title}” phát ngay sau bài này.`)}>
        Phát tiếp
      </Act>
      <Act icon={ListEnd} onPress={() => add("last", `Đã thêm “${track.title}” vào hàng chờ.`)}>
        Thêm vào hàng chờ
      </Act>
    </>
  );
}
